import { DomainError } from '#lib/errors.ts'
import { assertPermitted, type Proposal } from '#modules/approvals/model.ts'
import { findOpenProposal } from '#modules/approvals/queries.ts'
import { closeProposal } from '#modules/approvals/steps/decide.ts'
import { propose } from '#modules/approvals/steps/propose.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import { parseReason } from '#modules/transactions/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { toCancellationContent } from '../model.ts'
import type { PayoutBatch } from '../queries/payout-batch.ts'
import { getPayoutBatch, listBatchRows } from '../queries/payout-batches.ts'
import { assertCancellable, closeBatch } from '../steps/close-payout-batch.ts'
import { discardPrepared } from '../steps/store-payout-transaction.ts'

export type CancelBatch = { batchId: string; reason: string }

/**
 * Cancels a payout batch that is not exported yet; of an exported one it proposes the
 * cancellation, and another admin decides. Returns the proposal. Throws `reason_needed` (400),
 * `not_found` (404), `batch_cancelled`, `batch_paid`, `batch_sent` and `already_proposed` (409),
 * `role_missing` (403).
 */
export async function proposeBatchCancellation(
  app: App,
  admin: Staff,
  { batchId, reason: reasonText }: CancelBatch,
): Promise<Proposal | null> {
  assertPermitted(admin, 'payout-batch.cancel')

  const reason = parseReason(reasonText)
  const proposal = await runInTransaction(app.db, async (tx) => {
    await listBatchRows(tx, await getPayoutBatch(tx, batchId), { lock: true })
    const batch = await getPayoutBatch(tx, batchId, { lock: true })
    await assertCancellable(tx, batch)
    if (batch.status === 'created') return await cancelCreated(app, tx, admin, batch, reason)

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

  app.events.publish(STAFF, proposal ? 'approvals' : 'withdrawals')

  return proposal
}

async function cancelCreated(
  app: App,
  tx: Tx,
  admin: Staff,
  batch: PayoutBatch,
  reason: string,
): Promise<null> {
  const now = app.clock.now()
  const open = await findOpenProposal(tx, 'payout-batch.export', batch.id, now)
  if (open)
    await closeProposal(tx, app, admin, open, {
      contentHash: open.contentHash,
      reason,
    })

  await discardPrepared(tx, batch)
  await closeBatch(app, tx, batch, { by: admin.label, reason, approval: null })
  const details = { number: batch.number, reason }
  await record(tx, now, admin, 'payout-batch.cancelled', batch.id, details)

  return null
}
