import type { BatchStatus, PayoutTransactionStatus } from './payout-batch.ts'

/** The states of transactions that a batch shows, the most advanced first. */
const SHOWN = ['confirming', 'seen', 'dropped', 'signed', 'exported'] as const

/**
 * Returns the status of a batch: what its most advanced transaction shows, `completed` once every
 * withdrawal is paid, and `failed` where no transaction is under way any more that could pay what
 * is left. One that is not exported, completed or cancelled doesn't change here.
 */
export function computeBatchStatus(
  current: BatchStatus,
  observed: { unpaid: number; transactions: readonly PayoutTransactionStatus[] },
): BatchStatus {
  if (current === 'created' || current === 'completed' || current === 'cancelled') return current
  if (observed.unpaid === 0) return 'completed'

  const shown = SHOWN.find((status) => observed.transactions.includes(status))
  if (shown) return shown

  const hasEnded = observed.transactions.some((one) => one === 'failed' || one === 'completed')
  return hasEnded ? 'failed' : 'exported'
}
