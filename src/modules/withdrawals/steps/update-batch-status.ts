import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { computeBatchStatus } from '../model.ts'
import { getPayoutBatch, listBatchRows } from '../queries/payout-batches.ts'
import { listPayoutTransactions } from '../queries/payout-transactions.ts'
import type { WithdrawalTables } from '../tables.ts'

/** Sets the status of an exported batch to what its withdrawals and its transactions show now. */
export async function updateBatchStatus(
  app: Pick<App, 'clock'>,
  tx: Tx,
  batchId: string,
): Promise<void> {
  const batch = await getPayoutBatch(tx, batchId, { lock: true })
  const rows = await listBatchRows(tx, batch)
  const status = computeBatchStatus(batch.status, {
    unpaid: rows.filter((row) => row.payout_batch_id === batch.id && row.status === 'approved')
      .length,
    transactions: (await listPayoutTransactions(tx, batchId)).map(({ status }) => status),
  })
  if (status === batch.status) return

  await tx
    .withTables<WithdrawalTables>()
    .updateTable('payout_batch')
    .set({ status, completed_at: status === 'completed' ? app.clock.now() : null })
    .where('id', '=', batchId)
    .execute()
}
