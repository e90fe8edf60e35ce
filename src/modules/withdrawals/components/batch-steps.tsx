import { When } from '#ui/figures/when.tsx'
import type { TimelineStep } from '#ui/status/timeline.tsx'
import type { PayoutBatchDetails, PayoutTransaction } from './calls.tsx'

type PastStep = { what: string; at: string | null; by?: string | null | undefined }

/** Returns the past steps of a batch, oldest first, with the admins who took them. */
export function buildBatchSteps(batch: PayoutBatchDetails): TimelineStep[] {
  const { exporting, cancelling, cancelled } = batch
  const past: PastStep[] = [
    { what: 'Created', at: batch.createdAt, by: batch.createdBy },
    { what: 'Export proposed', at: exporting?.at ?? null, by: exporting?.by },
    { what: 'Exported', at: batch.exportedAt, by: batch.exportedBy },
    ...[...batch.transactions].reverse().flatMap(buildTransactionSteps),
    { what: 'Cancellation proposed', at: cancelling?.at ?? null, by: cancelling?.by },
    { what: 'Completed', at: batch.completedAt },
  ]
  const steps = past
    .filter((step): step is PastStep & { at: string } => step.at !== null)
    .sort((a, b) => a.at.localeCompare(b.at))
    .map(
      ({ what, at, by }): TimelineStep => ({
        title: what,
        note: <StepNote at={at} by={by} />,
        state: 'done',
      }),
    )

  return cancelled
    ? [
        ...steps,
        {
          title: `Cancelled: ${cancelled.reason}`,
          note: <StepNote at={cancelled.at} by={cancelled.by} />,
          state: 'failed',
        },
      ]
    : steps
}

function buildTransactionSteps(transaction: PayoutTransaction): PastStep[] {
  const { version, createdAt, createdBy, sentByUs } = transaction

  return [
    ...(version > 1 && transaction.bitcoin
      ? [{ what: 'Replaced with a higher fee', at: createdAt, by: createdBy }]
      : []),
    { what: 'Signed transaction uploaded', at: transaction.signedAt, by: transaction.signedBy },
    {
      what: sentByUs ? 'Sent' : 'Recorded as sent by the operator',
      at: transaction.sentAt,
      by: transaction.sentBy,
    },
    { what: 'Seen on the network', at: transaction.seenAt },
    { what: 'Confirmed', at: transaction.completedAt },
  ]
}

const StepNote = ({ at, by }: { at: string; by?: string | null | undefined }) => (
  <>
    <When at={at} timeZone="UTC" /> UTC{by ? `, ${by}` : ''}
  </>
)
