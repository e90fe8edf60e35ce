import { parseArgs } from 'node:util'
import { command } from './command.js'
import { owning } from './owner-access.js'
import { Refusal, say } from './print.js'
import { ask } from './prompt.js'

const USAGE = `Give the reason; it is published, so it contains no names:
  npm run reset-admin-keys -- --reason "The devices of both admins were lost."
It needs the login that owns the database: DATABASE_MIGRATION_URL.`
const ANSWER = 'end all keys'

/** Ends all approval keys, if none is left to confirm a new one, and lets first keys be added again. */
await command(import.meta.url, async () => {
  const { values } = parseArgs({ options: { reason: { type: 'string' } }, strict: false })
  const reason = String(values.reason ?? '').trim()
  if (values.reason === true || reason === '') throw new Refusal(USAGE)

  return await owning(async (app) => {
    const { resetApprovalKeys } = await import(
      '../src/modules/identity/commands/reset-approval-keys.ts'
    )
    const answer = await ask(
      'This ends the approval keys of all admins for good, publishes that and the reason, and ' +
        `notifies all staff.\nType ${ANSWER} to continue: `,
      { shown: true },
    )
    if (answer.trim() !== ANSWER) throw new Refusal('Nothing was changed.')

    const { generation, notifiedCount } = await resetApprovalKeys(app, { reason })
    say(
      `All approval keys were ended. This is key generation ${generation}. ` +
        `Notified by email: ${notifiedCount}.`,
    )
    say(
      'Two owners or finance admins now add first keys in Security. In live mode they sign after ' +
        'seven days.',
    )

    return 0
  })
})
