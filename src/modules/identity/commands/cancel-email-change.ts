import { record } from '#modules/audit/acts/record-act.ts'
import type { App } from '#platform/app.ts'
import { toMemberAudience } from '#platform/events.ts'
import { runInTransaction } from '#platform/transaction.ts'
import { endEmailChange } from '../acts/end-links.ts'
import type { Member } from '../model.ts'

/**
 * Takes back a change of address that isn't confirmed yet: its link opens nothing. Without one it
 * is no failure.
 */
export async function cancelEmailChange(app: App, member: Member): Promise<void> {
  await runInTransaction(app.db, async (tx) => {
    const now = app.clock.now()
    if (await endEmailChange(tx, member.id, now))
      await record(tx, now, member, 'member.email-change-cancelled', member.id)
  })

  app.events.publish(toMemberAudience(member.id), 'profile')
}
