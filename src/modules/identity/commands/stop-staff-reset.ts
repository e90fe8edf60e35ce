import { DomainError } from '#lib/errors.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { Staff } from '../model.ts'
import { stopReset } from '../steps/delete-staff-factors.ts'
import { lockStaff } from '../steps/lock-staff.ts'

/**
 * Stops the reset of a staff member before its waiting day is over. Throws `no_reset` (409) and
 * `not_found` (404).
 */
export async function stopStaffReset(app: App, owner: Staff, staffId: string): Promise<void> {
  assertPermitted(owner, 'staff.manage')
  await runInTransaction(app.db, async (tx) => {
    await lockStaff(tx, staffId)
    const now = app.clock.now()
    if (!(await stopReset(tx, staffId, owner, now)))
      throw new DomainError('no_reset', 409, 'No reset is pending for this person.')
    await record(tx, now, owner, 'staff.factor-reset-stopped', staffId)
  })
}
