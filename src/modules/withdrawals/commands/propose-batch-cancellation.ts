import { DomainError } from '#lib/errors.ts'
import { assertPermitted, type Proposal } from '#modules/approvals/model.ts'
import { findOpenProposal } from '#modules/approvals/queries.ts'
import { propose } from '#modules/approvals/steps/propose.ts'
import type { Staff } from '#modules/identity/model.ts'
import { parseReason } from '#modules/transactions/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { toCancellationContent } from '../model.ts'
import { countUnpaidByBatch, getPayoutBatch } from '../queries/payout-batches.ts'

export type CancelBatch = { batchId: string; reason: string }

/**
 * Proposes to cancel an exported payout batch; another admin decides. Throws `reason_needed` (400),
 * `not_found` (404), `batch_cancelled`, `batch_paid` and `already_proposed` (409), `role_missing`
 * (403).
 */
export async function proposeBatchCancellation(
  app: App,
  admin: Staff,
  { batchId, reason: reasonText }: CancelBatch,
): Promise<Proposal> {
  assertPermitted(admin, 'payout-batch.cancel')

  const reason = parseReason(reasonText)
  const proposal = await runInTransaction(app.db, async (tx) => {
    const batch = await getPayoutBatch(tx, batchId)
    if (batch.cancelledAt)
      throw new DomainError('batch_cancelled', 409, 'This batch is already cancelled.')
    if (!(await countUnpaidByBatch(tx)).has(batch.id))
      throw new DomainError('batch_paid', 409, 'All withdrawals in this batch are paid.')
    if (await findOpenProposal(tx, 'payout-batch.cancel', batch.id, app.clock.now()))
      throw new DomainError(
        'already_proposed',
        409,
        'A cancellation is already waiting for a second admin.',
      )

    return await propose(tx, app, admin, {
      permission: 'payout-batch.cancel',
      subjectId: batch.id,
      content: toCancellationContent(batch, reason),
    })
  })

  app.events.publish(STAFF, 'approvals')

  return proposal
}
