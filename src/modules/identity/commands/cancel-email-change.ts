import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import type { Member } from '../model.ts'
import { endEmailChange } from '../steps/end-links.ts'

/** Cancels an unconfirmed change of address and disables its link. Does nothing without one. */
export async function cancelEmailChange(app: App, member: Member): Promise<void> {
  await runInTransaction(app.db, async (tx) => {
    const now = app.clock.now()
    if (await endEmailChange(tx, member.id, now))
      await record(tx, now, member, 'member.email-change-cancelled', member.id)
  })

  app.events.publish(toMemberAudience(member.id), 'profile')
}
