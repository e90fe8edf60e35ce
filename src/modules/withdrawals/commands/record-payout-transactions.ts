import { DomainError } from '#lib/errors.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { parseChainTxid } from '../model.ts'
import type { PayoutBatch } from '../queries/payout-batch.ts'
import { getPayoutBatch } from '../queries/payout-batches.ts'
import { listPayoutTransactions } from '../queries/payout-transactions.ts'
import { storeSentTransaction } from '../steps/store-payout-transaction.ts'
import { updateBatchStatus } from '../steps/update-batch-status.ts'

export type RecordTransactions = { batchId: string; txids: readonly string[] }

const MAX_TRANSACTIONS = 200

/**
 * Records the transactions that the operator sent for an exported batch. The chain completes the
 * withdrawals, never this call. Throws `invalid_txid` (400),
 * `not_exported`, `batch_signs` and `too_many` (409), `role_missing` (403).
 */
export async function recordPayoutTransactions(
  app: App,
  admin: Staff,
  { batchId, txids: texts }: RecordTransactions,
): Promise<void> {
  assertPermitted(admin, 'payout-batch.export')

  const txids = [...new Set((texts.length > 0 ? texts : ['']).map(parseChainTxid))]
  await runInTransaction(app.db, async (tx) => {
    const batch = await getPayoutBatch(tx, batchId, { lock: true })
    assertSentByOperator(batch)

    const known = new Set((await listPayoutTransactions(tx, batchId)).map(({ txid }) => txid))
    const added = txids.filter((txid) => !known.has(txid))
    if (known.size + added.length > MAX_TRANSACTIONS) throw createTooManyError()

    if (added.length === 0) return

    for (const txid of added) await storeSentTransaction(app, tx, admin, batch, txid)

    await updateBatchStatus(app, tx, batchId)
    const details = { number: batch.number, txids: added }
    await record(tx, app.clock.now(), admin, 'payout-batch.sent', batchId, details)
  })

  app.events.publish(STAFF, 'withdrawals')
}

function assertSentByOperator({ status, kind, number }: PayoutBatch): void {
  if (kind === 'psbt')
    throw new DomainError(
      'batch_signs',
      409,
      `Batch ${number} is a Bitcoin transaction whose ID is known. Upload it once it is signed.`,
    )
  if (status === 'created' || status === 'cancelled' || status === 'completed')
    throw new DomainError(
      'not_exported',
      409,
      `Batch ${number} is ${status}; transactions are recorded for an exported batch.`,
    )
}

const createTooManyError = () =>
  new DomainError('too_many', 409, `A batch has at most ${MAX_TRANSACTIONS} transactions.`, 'txid')
