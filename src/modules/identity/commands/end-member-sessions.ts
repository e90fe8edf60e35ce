import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { Staff } from '../model.ts'
import { endSessions } from '../steps/end-sessions.ts'
import { lockMember } from '../steps/lock-member.ts'

/** Ends every session of a member at the request of staff. Throws `not_found` (404). */
export async function endMemberSessions(app: App, admin: Staff, memberId: string): Promise<void> {
  assertPermitted(admin, 'member.edit')
  await runInTransaction(app.db, async (tx) => {
    await lockMember(tx, memberId)
    const now = app.clock.now()
    await endSessions(tx, memberId, 'ended-by-staff', now)
    await record(tx, now, admin, 'member.sessions-ended', memberId)
  })
}
