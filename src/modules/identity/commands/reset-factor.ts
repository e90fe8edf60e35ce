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
import { getMember } from '../queries.ts'
import { resetFactors } from '../steps/carry-out-factor-reset.ts'

export type ResetFactor = { memberId: string; reason: string }

/**
 * Removes the second factors of a member who lost them: at once in the sandbox, in live as a
 * proposal for a second admin, which is returned. Throws `reason_needed` (400), `factor_missing`
 * and `already_proposed` (409).
 */
export async function resetFactor(
  app: App,
  admin: Staff,
  input: ResetFactor,
): Promise<Proposal | null> {
  assertPermitted(admin, 'member.reset-factor')

  const memberId = input.memberId
  const reason = parseRecoveryReason(input.reason)
  const proposal = await runInTransaction(app.db, async (tx) => {
    await getMember(tx, memberId)
    if (!hasFactor(await getFactors(tx, memberId))) throw refusals.nothingToReset()

    if (getSecondAdminThreshold('member.reset-factor', app.config.MODE) === null) {
      await resetFactors(tx, app, admin, { memberId, reason })
      return null
    }

    if (await findOpenProposal(tx, 'member.reset-factor', memberId, app.clock.now()))
      throw new DomainError(
        'already_proposed',
        409,
        'A reset for this member is already waiting for a second admin’s approval.',
      )

    const content = { memberId, reason }

    return await propose(tx, app, admin, {
      permission: 'member.reset-factor',
      subjectId: memberId,
      content,
    })
  })

  app.events.publish(STAFF, 'approvals')

  return proposal
}
