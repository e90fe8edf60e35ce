import { assertPermitted } from '#modules/approvals/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { Staff } from '../model.ts'
import { changeStaffRole } from '../steps/change-staff.ts'
import { assertNoOwnerNeeded, type ChangeRole } from '../steps/find-money-role.ts'

/**
 * Changes the role of a staff member, effective from their next call, and mails all staff. Throws
 * `second_admin` for a money role that another owner has to approve, `last_owner` (409) and
 * `not_found` (404).
 */
export async function changeRole(app: App, owner: Staff, input: ChangeRole): Promise<void> {
  assertPermitted(owner, 'staff.manage')
  await runInTransaction(app.db, async (tx) => {
    await assertNoOwnerNeeded(tx, app, owner, { change: 'role', ...input })
    await changeStaffRole(tx, app, owner, input)
  })
}
