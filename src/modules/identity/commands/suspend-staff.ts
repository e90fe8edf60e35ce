import { DomainError } from '#lib/errors.ts'
import { isReason } from '#lib/reasons.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { Staff } from '../model.ts'
import { endSessions } from '../steps/end-sessions.ts'
import { lockStaff, updateStaffStatus } from '../steps/lock-staff.ts'
import { notifyStaffChange } from '../steps/notify-staff-change.ts'

export type SuspendStaff = { staffId: string; reason: string }

const REASON_LIMIT = 500

/**
 * Suspends the access of a staff member: ends all sessions at once and blocks every sign-in method
 * until an owner reinstates them. Throws `reason_needed` (400), `own_access`, `already_suspended`
 * and `last_owner` (409), and `not_found` (404).
 */
export async function suspendStaff(app: App, owner: Staff, input: SuspendStaff): Promise<void> {
  assertPermitted(owner, 'staff.manage')

  const { staffId } = input
  const reason = input.reason.trim()

  if (!isReason(reason, REASON_LIMIT))
    throw new DomainError(
      'reason_needed',
      400,
      `Enter a reason of up to ${REASON_LIMIT} characters.`,
      'reason',
    )

  await runInTransaction(app.db, async (tx) => {
    const now = app.clock.now()
    const admin = await lockStaff(tx, staffId)
    if (admin.suspended)
      throw new DomainError('already_suspended', 409, 'Their access is already suspended.')

    await updateStaffStatus(tx, staffId, { suspended_at: now, suspended_reason: reason }, now)
    if (staffId === owner.id)
      throw new DomainError(
        'own_access',
        409,
        'You can’t suspend your own access. Another owner must do it.',
      )

    await endSessions(tx, staffId, 'suspended', now)
    await record(tx, now, owner, 'staff.suspended', staffId, { reason })
    await notifyStaffChange(tx, app, owner, admin, { what: 'suspended', reason })
  })
}
