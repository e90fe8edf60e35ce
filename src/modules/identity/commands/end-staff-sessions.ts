import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { Staff } from '../model.ts'
import { endSessions } from '../steps/end-sessions.ts'
import { lockStaff } from '../steps/lock-staff.ts'

/** Ends every session of one of the staff: they have to log in again. Throws a 404 for nobody. */
export async function endStaffSessions(app: App, owner: Staff, staffId: string): Promise<void> {
  assertPermitted(owner, 'staff.manage')
  await runInTransaction(app.db, async (tx) => {
    await lockStaff(tx, staffId)
    const now = app.clock.now()
    await endSessions(tx, staffId, 'ended-by-owner', now)
    await record(tx, now, owner, 'staff.sessions-ended', staffId)
  })
}
