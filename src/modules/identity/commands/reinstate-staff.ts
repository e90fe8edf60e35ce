import { assertPermitted } from '#modules/approvals/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { Staff } from '../model.ts'
import { restoreStaffAccess } from '../steps/change-staff.ts'
import { assertNoOwnerNeeded } from '../steps/find-money-role.ts'

/**
 * Ends the suspension of a staff member's access, and mails all staff. Does nothing without one.
 * Throws `second_admin` (409) for a money role that another owner has to approve.
 */
export async function reinstateStaff(app: App, owner: Staff, staffId: string): Promise<void> {
  assertPermitted(owner, 'staff.manage')
  await runInTransaction(app.db, async (tx) => {
    await assertNoOwnerNeeded(tx, app, owner, { change: 'reinstate', staffId })
    await restoreStaffAccess(tx, app, owner, { staffId })
  })
}
