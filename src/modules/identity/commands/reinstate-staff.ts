import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { Staff } from '../model.ts'
import { lockStaff, updateStaffStatus } from '../steps/lock-staff.ts'

/** Ends the suspension of a staff member's access. Does nothing without one. */
export async function reinstateStaff(app: App, owner: Staff, staffId: string): Promise<void> {
  assertPermitted(owner, 'staff.manage')
  await runInTransaction(app.db, async (tx) => {
    const { suspended } = await lockStaff(tx, staffId)
    if (!suspended) return
    await updateStaffStatus(tx, staffId, { suspended_at: null, suspended_reason: null })
    await record(tx, app.clock.now(), owner, 'staff.reinstated', staffId)
  })
}
