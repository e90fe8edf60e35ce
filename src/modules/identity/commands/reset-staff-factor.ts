import { DomainError } from '#lib/errors.ts'
import {
  assertPermitted,
  getSecondAdminThreshold,
  type Proposal,
} from '#modules/approvals/model.ts'
import { findOpenProposal } from '#modules/approvals/queries.ts'
import { propose } from '#modules/approvals/steps/propose.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { refusals } from '../model/factor-refusals.ts'
import { hasFactor } from '../model/factors.ts'
import { parseRecoveryReason } from '../model/recovery-codes.ts'
import type { Staff } from '../model.ts'
import { getFactors } from '../queries/factors.ts'
import { lockStaff } from '../steps/lock-staff.ts'
import {
  createOwnFactorError,
  type StaffReset,
  scheduleStaffReset,
} from '../steps/schedule-staff-reset.ts'

/**
 * Starts the reset of a staff member who has lost every second factor: at once in the sandbox, in
 * live as a proposal, which is returned, with a second admin's approval and a day of waiting.
 * Throws `reason_needed` (400), `own_factor` (403), `factor_missing`, `already_proposed` and
 * `already_agreed` (409).
 */
export async function resetStaffFactor(
  app: App,
  owner: Staff,
  input: StaffReset,
): Promise<Proposal | null> {
  assertPermitted(owner, 'staff.reset-factor')

  const { staffId } = input
  const reason = parseRecoveryReason(input.reason)

  if (staffId === owner.id) throw createOwnFactorError()

  const proposal = await runInTransaction(app.db, async (tx) => {
    const { label: name } = await lockStaff(tx, staffId)
    if (!hasFactor(await getFactors(tx, staffId))) throw refusals.nothingToReset()

    if (getSecondAdminThreshold('staff.reset-factor', app.config.MODE) === null) {
      await scheduleStaffReset(tx, app, owner, { staffId, reason })
      return null
    }

    if (await findOpenProposal(tx, 'staff.reset-factor', staffId, app.clock.now()))
      throw new DomainError(
        'already_proposed',
        409,
        'A reset for this person is already waiting for a second admin’s approval.',
      )

    const content = { staffId, name, reason }
    return await propose(tx, app, owner, {
      permission: 'staff.reset-factor',
      subjectId: staffId,
      content,
    })
  })

  app.events.publish(STAFF, 'approvals')

  return proposal
}
