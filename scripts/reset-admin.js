import { command } from './command.js'
import { Refusal, say } from './print.js'
import { ask } from './prompt.js'
import { writing } from './write-access.js'

const USAGE = `Name the admin whose access to reset, by e-mail address:
  npm run reset-admin -- ruth@example.com
You type the address again to confirm, or pass it on standard input.`

/**
 * Resets the access of an admin who lost the password and every factor, if no other admin can help.
 */
await command(import.meta.url, async () => {
  const email = String(process.argv[2] ?? '').trim()
  if (!email.includes('@')) throw new Refusal(USAGE)

  return await writing(async (app) => {
    const { resetAdmin } = await import('../src/modules/identity/commands/reset-admin.ts')
    const again = await ask(
      `This ends all sessions of ${email}, removes the password and all 2FA methods, and notifies ` +
        `all staff.\nType the address again to continue: `,
      { shown: true },
    )
    if (again.trim() !== email) throw new Refusal('The addresses don’t match. Nothing was changed.')

    const { admin, link, notifiedCount } = await resetAdmin(app, { email })
    say(
      `The access of ${admin.label} (${admin.role}) was reset. Other admins notified by email: ` +
        `${notifiedCount}.`,
    )

    if (app.config.SMTP_URL)
      say(`A link to set a new password will be emailed to ${admin.email} once Candor runs.`)
    else
      say(
        `No mail server is set. Give this link to ${admin.label} only. It works once and expires after three days:\n${link}`,
      )

    return 0
  })
})
