import { command } from './command.js'
import { Refusal, say } from './print.js'
import { ask } from './prompt.js'
import { writing } from './write-access.js'

const USAGE = `Say whose access begins anew, by their e-mail address:
  npm run reset-admin -- ruth@example.com
It is asked once more, or read from standard input.`

/**
 * Lets one of the staff begin anew who lost password and every factor, where nobody else of the
 * staff can help.
 */
await command(import.meta.url, async () => {
  const email = String(process.argv[2] ?? '').trim()
  if (!email.includes('@')) throw new Refusal(USAGE)

  return await writing(async (app) => {
    const { resetAdmin } = await import('../src/modules/identity/commands/reset-admin.ts')
    const again = await ask(
      `This ends every session of ${email}, takes password and second factors away, and ` +
        `tells all of the staff.\nType the address again to go on: `,
      { shown: true },
    )
    if (again.trim() !== email) throw new Refusal('That is another address. Nothing was changed.')

    const { admin, link, notifiedCount } = await resetAdmin(app, { email })
    say(
      `${admin.label} (${admin.role}) begins anew. ${notifiedCount} others of the staff are told ` +
        `by mail.`,
    )

    if (app.config.SMTP_URL)
      say(`A link to a new password is mailed to ${admin.email} once Candor runs.`)
    else say(`There is no mail server. For ${admin.label} alone, once and for three days:\n${link}`)

    return 0
  })
})
