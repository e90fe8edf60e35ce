import { assertName } from '#lib/person-names.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { Admin, Staff } from '../model.ts'
import { addInvitedStaff } from '../steps/change-staff.ts'
import { assertNoOwnerNeeded, type InviteStaff } from '../steps/find-money-role.ts'

/**
 * Invites a staff member, who sets a password with a mailed link that works once, for three days,
 * and mails all staff. Throws `admin_exists` if a staff member has the address, and `second_admin`
 * for a money role that another owner has to approve (409).
 */
export async function inviteStaff(app: App, owner: Staff, input: InviteStaff): Promise<Admin> {
  assertPermitted(owner, 'staff.manage')
  assertName(input.firstName.trim(), 'firstName')
  assertName(input.lastName.trim(), 'lastName')

  return await runInTransaction(app.db, async (tx) => {
    await assertNoOwnerNeeded(tx, app, owner, { change: 'invite', ...input })
    return await addInvitedStaff(tx, app, owner, input)
  })
}
