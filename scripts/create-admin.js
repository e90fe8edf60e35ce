import { parseArgs } from 'node:util'
import { ask } from './ask.js'
import { command } from './command.js'
import { prepareDatabase } from './database.js'
import { Refusal, say } from './say.js'

const USAGE = `Say who it is:
  npm run create-admin -- --first-name Ruth --last-name Tanaka --email ruth@example.com --role owner
The password is asked for, or read from standard input. Roles: viewer, support, finance, owner.`

await command(import.meta.url, async () => {
  const person = readPerson()
  const { config } = await prepareDatabase()
  const { openApp } = await import('../src/app.ts')
  const { createAdmin } = await import('../src/modules/identity/commands/create-admin.ts')
  const { systemActor } = await import('../src/modules/audit/model.ts')
  const { app, close } = await openApp({ ...config, LOG_LEVEL: 'silent' })
  try {
    const password = await ask('Password (12 to 128 characters, not shown): ', { shown: false })
    const admin = await createAdmin(app, systemActor, { ...person, password })
    say(`${admin.label} can sign in at ${config.PUBLIC_URL}/admin-login as ${admin.email} (${admin.role}).`)
    return 0
  } catch (error) {
    const expected = error instanceof Error && error.name === 'DomainError'
    throw expected ? new Refusal(error.message) : error
  } finally {
    await close()
  }
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
