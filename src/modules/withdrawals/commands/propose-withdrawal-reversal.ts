import { DomainError } from '#lib/errors.ts'
import { assertPermitted, type Proposal } from '#modules/approvals/model.ts'
import { findOpenProposal } from '#modules/approvals/queries.ts'
import { propose } from '#modules/approvals/steps/propose.ts'
import type { Staff } from '#modules/identity/model.ts'
import { computePostingHash } from '#modules/ledger/queries.ts'
import { parseReason } from '#modules/transactions/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { buildReversalTransfers, toReversalContent } from '../model.ts'
import { lockWithdrawalReversal } from '../steps/reverse-withdrawal.ts'

export type ProposeWithdrawalReversal = { withdrawalId: string; reason?: string }

/**
 * Proposes to reverse the payment of a withdrawal that came back or was never made, with a reason
 * that the member reads. Another admin approves it; nothing is posted before. Throws
 * `reason_needed` (400), `not_found` (404), `already_proposed`, `not_completed` and `fees_taken`
 * (409).
 */
export async function proposeWithdrawalReversal(
  app: App,
  admin: Staff,
  { withdrawalId, reason: reasonText }: ProposeWithdrawalReversal,
): Promise<Proposal> {
  assertPermitted(admin, 'withdrawal.reverse')

  const reason = parseReason(reasonText)

  const proposal = await runInTransaction(app.db, async (tx) => {
    const reversal = { ...(await lockWithdrawalReversal(tx, withdrawalId)), reason }
    if (await findOpenProposal(tx, 'withdrawal.reverse', withdrawalId, app.clock.now()))
      throw new DomainError(
        'already_proposed',
        409,
        'A reversal of this payment is already waiting for a second admin.',
      )

    const by = { on: app.clock.today(), actor: admin.id }
    const transfers = buildReversalTransfers(withdrawalId, reversal, by)

    return await propose(tx, app, admin, {
      permission: 'withdrawal.reverse',
      subjectId: withdrawalId,
      content: toReversalContent(reversal),
      postingHash: await computePostingHash(tx, transfers),
    })
  })

  app.events.publish(STAFF, 'approvals')

  return proposal
}
