import type { Role } from '#lib/roles.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { Staff } from '../model.ts'
import { lockStaff, updateStaffStatus } from '../steps/lock-staff.ts'

export type ChangeRole = { staffId: string; role: Role }

/**
 * Changes the role of a staff member, effective from their next call. Throws `last_owner` (409) and
 * `not_found` (404).
 */
export async function changeRole(
  app: App,
  owner: Staff,
  { staffId, role }: ChangeRole,
): Promise<void> {
  assertPermitted(owner, 'staff.manage')
  await runInTransaction(app.db, async (tx) => {
    const before = await lockStaff(tx, staffId)
    if (before.role === role) return

    await updateStaffStatus(tx, staffId, { role })
    await record(tx, app.clock.now(), owner, 'staff.role-changed', staffId, {
      from: before.role,
      to: role,
    })
  })
}
