import { DomainError } from '#lib/errors.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import type { PayoutBatch } from '../queries/payout-batch.ts'
import { listPayoutTransactions } from '../queries/payout-transactions.ts'
import type { WithdrawalTables } from '../tables.ts'

/**
 * Throws `batch_cancelled`, `batch_paid`, and `batch_sent` for a batch whose payments can still
 * arrive because a transaction was signed or sent, each 409.
 */
export async function assertCancellable(tx: Tx, batch: PayoutBatch): Promise<void> {
  if (batch.status === 'cancelled')
    throw new DomainError('batch_cancelled', 409, 'This batch is already cancelled.')
  if (batch.status === 'completed')
    throw new DomainError('batch_paid', 409, 'All withdrawals in this batch are paid.')

  const transactions = await listPayoutTransactions(tx, batch.id)
  const isSent =
    !['created', 'exported', 'failed'].includes(batch.status) ||
    transactions.some(({ rawHex, status }) => rawHex !== null && status !== 'failed')
  if (isSent)
    throw new DomainError(
      'batch_sent',
      409,
      `Batch ${batch.number} was signed or sent, so its payments can still arrive and it can’t ` +
        'be cancelled.',
    )
}

type Cancellation = { by: string; reason: string; approval: string | null }

/** Cancels a locked batch; its withdrawals that are not paid yet are in no batch. */
export async function closeBatch(
  app: Pick<App, 'clock'>,
  tx: Tx,
  { id }: Pick<PayoutBatch, 'id'>,
  { by, reason, approval }: Cancellation,
): Promise<void> {
  const tables = tx.withTables<WithdrawalTables>()
  await tables
    .updateTable('payout_batch')
    .set({
      status: 'cancelled',
      cancelled_at: app.clock.now(),
      cancelled_by: by,
      cancel_reason: reason,
      cancel_approval_id: approval,
    })
    .where('id', '=', id)
    .execute()

  await tables
    .updateTable('withdrawal')
    .set({ payout_batch_id: null })
    .where('payout_batch_id', '=', id)
    .where('status', '=', 'approved')
    .execute()
}
