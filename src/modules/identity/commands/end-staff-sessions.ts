import { assertMay } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/acts/record-act.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/transaction.ts'
import { endSessions } from '../acts/end-sessions.ts'
import { lockStaff } from '../acts/lock-staff.ts'
import type { Staff } from '../model.ts'

/** Ends every session of one of the staff: they have to log in again. Throws a 404 for nobody. */
export async function endStaffSessions(app: App, owner: Staff, staffId: string): Promise<void> {
  assertMay(owner, 'staff.manage')
  await runInTransaction(app.db, async (tx) => {
    await lockStaff(tx, staffId)
    const now = app.clock.now()
    await endSessions(tx, staffId, 'ended-by-owner', now)
    await record(tx, now, owner, 'staff.sessions-ended', staffId)
  })
}
