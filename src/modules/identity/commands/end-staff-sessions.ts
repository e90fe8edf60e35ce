import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { Staff } from '../model.ts'
import { endSessions } from '../steps/end-sessions.ts'
import { lockStaff } from '../steps/lock-staff.ts'

/**
 * Ends every session of a staff member, who then has to sign in again. Throws `not_found` (404).
 */
export async function endStaffSessions(app: App, owner: Staff, staffId: string): Promise<void> {
  assertPermitted(owner, 'staff.manage')
  await runInTransaction(app.db, async (tx) => {
    await lockStaff(tx, staffId)
    const now = app.clock.now()
    await endSessions(tx, staffId, 'ended-by-owner', now)
    await record(tx, now, owner, 'staff.sessions-ended', staffId)
  })
}
