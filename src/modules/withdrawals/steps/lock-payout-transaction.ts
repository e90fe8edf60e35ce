import { DomainError } from '#lib/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { PayoutBatch } from '../queries/payout-batch.ts'
import { getPayoutBatch } from '../queries/payout-batches.ts'
import type { PayoutTransaction } from '../queries/payout-transaction.ts'
import { findCurrentTransaction, getPayoutTransaction } from '../queries/payout-transactions.ts'

/**
 * Locks an exported Bitcoin batch and returns it with the newest version of its transaction.
 * Throws `not_found` (404), `not_bitcoin` and `not_exported` (409).
 */
export async function lockCurrentTransaction(
  tx: Tx,
  batchId: string,
): Promise<{ batch: PayoutBatch; transaction: PayoutTransaction }> {
  const batch = await getPayoutBatch(tx, batchId, { lock: true })
  const { number, status, kind } = batch
  if (!kind || status === 'cancelled' || status === 'completed')
    throw new DomainError(
      'not_exported',
      409,
      `Batch ${number} is ${status}; only an exported batch is signed and sent.`,
    )

  const transaction = await findCurrentTransaction(tx, batchId)
  if (kind !== 'psbt' || !transaction)
    throw new DomainError(
      'not_bitcoin',
      409,
      `Batch ${number} has no Bitcoin transaction. Enter the transaction IDs that paid it.`,
    )

  return { batch, transaction: await getPayoutTransaction(tx, transaction.id, { lock: true }) }
}
