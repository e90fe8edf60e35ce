import { DomainError } from '#lib/errors.ts'
import { propose } from '#modules/approvals/acts/propose.ts'
import { assertMay, type Proposal, secondAdminFrom } from '#modules/approvals/model.ts'
import { findOpenProposal } from '#modules/approvals/queries.ts'
import type { App } from '#platform/app.ts'
import { STAFF } from '#platform/events.ts'
import { inTransaction } from '#platform/transaction.ts'
import { agreeStaffReset, ownFactor, type StaffReset } from '../acts/agree-staff-reset.ts'
import { lockStaff } from '../acts/lock-staff.ts'
import { hasFactor, reasonFrom, refusals } from '../model/factors.ts'
import type { Staff } from '../model.ts'
import { factorsOf } from '../queries/factors.ts'

/**
 * Helps one of the staff who has lost every second factor: in the sandbox at once; in live as a
 * proposal, which is answered and which a second admin decides on, and a day after that. Throws
 * `reason_needed` (400), `own_factor` (403), `factor_missing`, `already_proposed` and
 * `already_agreed` (409).
 */
export async function resetStaffFactor(
  app: App,
  owner: Staff,
  input: StaffReset,
): Promise<Proposal | null> {
  assertMay(owner, 'staff.reset-factor')

  const { staffId } = input
  const reason = reasonFrom(input.reason)

  if (staffId === owner.id) throw ownFactor()

  const proposal = await inTransaction(app.db, async (tx) => {
    const { label: name } = await lockStaff(tx, staffId)
    if (!hasFactor(await factorsOf(tx, staffId))) throw refusals.nothingToReset()

    if (secondAdminFrom('staff.reset-factor', app.config.MODE) === null) {
      await agreeStaffReset(tx, app, owner, { staffId, reason })
      return null
    }

    if (await findOpenProposal(tx, 'staff.reset-factor', staffId, app.clock.now()))
      throw new DomainError('already_proposed', 409, 'A reset of theirs waits for a second admin.')

    const content = { staffId, name, reason }
    return await propose(tx, app, owner, { act: 'staff.reset-factor', subjectId: staffId, content })
  })

  app.events.publish(STAFF, 'approvals')

  return proposal
}
