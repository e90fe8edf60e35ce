import { createStatusLabels } from '#modules/transactions/components/status-labels.tsx'
import type { BatchStatus, PayoutKind, PayoutTransactionStatus } from '../model.ts'
import type { PayoutBatch } from './calls.tsx'

/** The status of a payout batch as text and as a tag. */
export const batchStatus = createStatusLabels<BatchStatus>({
  created: ['wait', 'Created'],
  exported: ['wait', 'Exported'],
  signed: ['wait', 'Signed'],
  seen: ['progress', 'Seen'],
  confirming: ['progress', 'Confirming'],
  completed: ['ok', 'Completed'],
  dropped: ['bad', 'Dropped'],
  failed: ['bad', 'Failed'],
  cancelled: ['neutral', 'Cancelled'],
})

/** The status of a transaction of a batch as text and as a tag. */
export const transactionStatus = createStatusLabels<PayoutTransactionStatus>({
  prepared: ['wait', 'Waiting for approval'],
  exported: ['wait', 'Not seen yet'],
  signed: ['wait', 'Signed'],
  seen: ['progress', 'Seen'],
  confirming: ['progress', 'Confirming'],
  completed: ['ok', 'Confirmed'],
  replaced: ['neutral', 'Replaced'],
  dropped: ['bad', 'Dropped'],
  failed: ['bad', 'Failed'],
  discarded: ['neutral', 'Discarded'],
})

export const KIND_LABELS: Record<PayoutKind, string> = {
  psbt: 'Bitcoin transaction to sign (PSBT)',
  safe: 'Safe Transaction Builder file',
  csv: 'Table (CSV)',
}

/** Formats confirmations: '1 of 3', or 'waiting for finality'. */
export const formatConfirmations = ({ count, needed }: { count: number; needed: number | null }) =>
  needed === null ? `${count}, until final` : `${Math.min(count, needed)} of ${needed}`

/** Formats the state of a batch in a few words. */
export function formatBatchState(batch: PayoutBatch): string {
  const { status, cancelled, exporting, cancelling, confirmations } = batch
  if (cancelled) return `Cancelled by ${cancelled.by}: ${cancelled.reason}`
  if (cancelling) return `Cancellation proposed by ${cancelling.by}. Waiting for approval`
  if (exporting) return `Export proposed by ${exporting.by}. Waiting for approval`
  if (status === 'confirming' && confirmations)
    return `Confirming, ${formatConfirmations(confirmations)}`

  const isPartlyPaid = status === 'exported' && batch.unpaid < batch.count
  return isPartlyPaid ? `Exported, ${batch.unpaid} unpaid` : batchStatus.format(status)
}
