import type { PayoutTransactionStatus } from './payout-batch.ts'

type Observation = {
  shows: 'unknown' | 'nothing' | 'mempool' | 'block'
  /** It ran and was reverted, so it paid nothing. */
  hasFailed: boolean
  /** It has its confirmations, and what it paid is recorded. */
  isCompleted: boolean
  /** Another transaction has spent one of its inputs. */
  isSpent: boolean
  /** A newer version of it exists. */
  isReplaced: boolean
}

/**
 * Returns the status of a transaction after the chain was asked. What is unknown changes nothing. A
 * replaced version stays replaced until a block contains it: it may confirm after all.
 */
export function computeTransactionStatus(
  { status, seenAt }: { status: PayoutTransactionStatus; seenAt: Date | null },
  observed: Observation,
): PayoutTransactionStatus {
  const { shows, hasFailed, isCompleted, isSpent, isReplaced } = observed
  if (shows === 'unknown') return status
  if (shows === 'block' && hasFailed) return 'failed'
  if (isCompleted) return 'completed'
  if (shows === 'block') return 'confirming'
  if (isReplaced) return 'replaced'
  if (shows === 'mempool') return 'seen'
  if (isSpent) return 'failed'

  const wasSeen = seenAt !== null && status !== 'exported' && status !== 'signed'
  return wasSeen && status !== 'failed' ? 'dropped' : status
}
