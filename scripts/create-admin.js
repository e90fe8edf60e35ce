import { parseArgs } from 'node:util'
import { command } from './command.js'
import { Refusal, say } from './print.js'
import { ask } from './prompt.js'
import { writing } from './write-access.js'

const USAGE = `Name the person:
  npm run create-admin -- --first-name Ruth --last-name Tanaka --email ruth@example.com --role owner
The password is asked for, or read from standard input. Roles: viewer, support, finance, owner.`

await command(import.meta.url, async () => {
  const person = readPerson()
  return await writing(async (app) => {
    const { createAdmin } = await import('../src/modules/identity/commands/create-admin.ts')
    const { systemActor } = await import('../src/modules/audit/model.ts')
    const password = await ask('Password (12 to 128 characters, not shown): ', { shown: false })
    const admin = await createAdmin(app, systemActor, { ...person, password })

    say(
      `${admin.label} can log in at ${app.config.PUBLIC_URL}/admin-login as ${admin.email} ` +
        `(${admin.role}).`,
    )

    return 0
  })
})

function readPerson() {
  const option = /** @type {const} */ ({ type: 'string' })
  const options = { 'first-name': option, 'last-name': option, email: option, role: option }
  const { values } = parseArgs({ options, strict: false })
  const [firstName, lastName, email, role] = Object.keys(options).map((name) =>
    String(values[name] ?? '').trim(),
  )
  if (!firstName || !lastName || !email?.includes('@') || !isRole(role)) throw new Refusal(USAGE)

  return { firstName, lastName, email, role }
}

/**
 * @param {string | undefined} role
 * @returns {role is import('../src/lib/roles.ts').Role}
 */
function isRole(role) {
  return ['viewer', 'support', 'finance', 'owner'].includes(role ?? '')
}
