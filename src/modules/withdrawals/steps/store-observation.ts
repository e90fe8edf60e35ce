import type { NeededConfirmations } from '#modules/chains/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { computeTransactionStatus, type PayoutTransactionStatus } from '../model.ts'
import type { TransactionObservation } from '../queries/observe-transaction.ts'
import type { PayoutTransaction } from '../queries/payout-transaction.ts'
import { getPayoutTransaction, listPayoutTransactions } from '../queries/payout-transactions.ts'
import type { WithdrawalTables } from '../tables.ts'
import { updateBatchStatus } from './update-batch-status.ts'

type Observed = {
  observation: TransactionObservation
  needed: NeededConfirmations
  /** An input was spent by another transaction. */
  isSpent: boolean
  /** The lines that a confirmed transaction did not pay, and those that wait to be recorded. */
  payment: { differences: readonly string[]; waiting: readonly string[] } | null
}

/** Stores what the chain shows of a transaction, and the status of its batch. */
export async function storeObservation(
  app: App,
  tx: Tx,
  { id, batchId }: PayoutTransaction,
  observed: Observed,
): Promise<void> {
  await lockBatchRow(tx, batchId)
  const current = await getPayoutTransaction(tx, id, { lock: true })
  if (current.status === 'completed') return

  const { observation, payment, needed, isSpent } = observed
  const now = app.clock.now()
  const isCompleted = payment !== null && payment.waiting.length === 0
  const status = computeTransactionStatus(current, {
    shows: observation.shows,
    hasFailed: 'transaction' in observation && observation.transaction.failed,
    isCompleted,
    isSpent,
    isReplaced: await hasNewerVersion(tx, current),
  })

  await tx
    .withTables<WithdrawalTables>()
    .updateTable('payout_transaction')
    .set({
      status,
      checked_at: observation.shows === 'unknown' ? current.checkedAt : now,
      problem: describeProblem(observed, status),
      completed_at: status === 'completed' ? now : null,
      ...('transaction' in observation && {
        seen_at: current.seenAt ?? now,
        block_height: observation.transaction.block?.height ?? null,
        confirmations: observation.confirmations,
        needed: needed === 'final' ? null : needed,
        // a chain without gas prices costs nothing
        network_fee: current.psbt ? null : observation.transaction.fee || null,
      }),
    })
    .where('id', '=', id)
    .execute()

  await updateBatchStatus(app, tx, batchId)
}

async function lockBatchRow(tx: Tx, batchId: string): Promise<void> {
  await tx
    .withTables<WithdrawalTables>()
    .selectFrom('payout_batch')
    .select('id')
    .where('id', '=', batchId)
    .forNoKeyUpdate()
    .execute()
}

async function hasNewerVersion(tx: Tx, { batchId, version, psbt }: PayoutTransaction) {
  if (!psbt) return false
  const all = await listPayoutTransactions(tx, batchId)
  const isLive = (status: PayoutTransactionStatus) => status !== 'discarded' && status !== 'failed'
  return all.some((other) => other.version > version && isLive(other.status))
}

function describeProblem(
  { observation, payment, isSpent }: Observed,
  status: PayoutTransactionStatus,
): string | null {
  if (observation.shows === 'unknown') return observation.problem
  if (observation.shows === 'nothing')
    return isSpent && status === 'failed'
      ? 'Another transaction has spent what this one pays with, so it can’t confirm.'
      : null
  if (observation.transaction.failed) return 'The transaction failed on the chain and paid nothing.'

  const sentences = [...(payment?.waiting ?? []), ...(payment?.differences ?? [])]
  return sentences.length > 0 ? sentences.join(' ') : observation.problem
}
