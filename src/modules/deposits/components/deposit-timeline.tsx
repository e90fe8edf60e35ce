import { buildPastSteps } from '#modules/transactions/components/past-steps.tsx'
import { buildEntryLink } from '#modules/transactions/model.ts'
import { JournalNumber } from '#ui/figures/journal-number.tsx'
import { When } from '#ui/figures/when.tsx'
import { Timeline, type TimelineStep } from '#ui/status/timeline.tsx'
import type { DepositStatus } from '../model.ts'
import { buildReviewStep, IN_REVIEW, MeasuredTime, REVIEW_TITLE } from './review-step.tsx'

type DepositProgress = {
  status: DepositStatus
  expiresAt: string
  overdue: boolean
  notInvested: boolean
  timeline: readonly { what: string; at: string; detail?: string | undefined }[]
  /** Only in details: the confirmations a payment needs, and the journal entry of its credit. */
  confirmations?: number
  journalNumber?: string | null
  journalDay?: string | null
  /** Only in details: what the blockchain shows; null without a payment. */
  evidence?: ChainProgress | null
  /** Only in details: its credit waits for a review by the staff. */
  inReview?: boolean
}

type ChainProgress = { state: string; confirmations: number; needed: number }

const buildPostedStep = (progress: DepositProgress): TimelineStep => ({
  title: 'Credited to your account',
  note: (
    <>
      {progress.notInvested && 'It’s in your cash and isn’t invested. '}
      <EntryNote {...progress} />
    </>
  ),
  state: 'done',
})

const EntryNote = ({ journalNumber, journalDay }: DepositProgress) =>
  journalNumber && journalDay ? (
    <>
      Ledger entry{' '}
      <JournalNumber number={`L-${journalNumber}`} to={buildEntryLink(journalNumber, journalDay)} />
    </>
  ) : (
    'The ledger entry number will appear shortly.'
  )

const POSTED: TimelineStep = {
  title: 'Credited to your account',
  note: 'We’ll email you when it’s credited.',
  state: 'todo',
}

const buildConfirmationSteps = ({ confirmations }: DepositProgress): TimelineStep[] =>
  confirmations
    ? [
        {
          title: `${confirmations} network confirmation${confirmations === 1 ? '' : 's'}`,
          note: 'There’s nothing you need to do. Timing depends on the network.',
          state: 'todo',
        },
      ]
    : []

const buildConfirmingStep = ({ state, confirmations, needed }: ChainProgress): TimelineStep => ({
  title:
    needed === 0
      ? 'Final on the network'
      : `${Math.min(confirmations, needed)} of ${needed} network confirmations`,
  note: 'There’s nothing you need to do. Timing depends on the network.',
  state: state === 'confirmed' ? 'done' : 'now',
})

const NEXT_STEPS: Record<DepositStatus, (progress: DepositProgress) => TimelineStep[]> = {
  awaiting_payment: (progress) => [
    {
      title: 'Send the payment',
      note: (
        <>
          By <When at={progress.expiresAt} />
        </>
      ),
      state: 'now',
    },
    ...buildConfirmationSteps(progress),
    { title: REVIEW_TITLE, note: <MeasuredTime />, state: 'todo' },
    POSTED,
  ],
  expired: () => [
    {
      title: 'Get a new quote',
      note:
        'If you’ve already paid, upload your proof instead. We credit the payment at the quoted ' +
        'rate if it was first seen before the quote expired, otherwise at the rate when it was ' +
        'first seen.',
      state: 'now',
    },
  ],
  pending: ({ overdue, evidence, inReview }) => [
    ...(evidence ? [buildConfirmingStep(evidence)] : []),
    {
      ...(inReview ? IN_REVIEW : buildReviewStep(overdue)),
      ...(evidence?.state === 'confirming' && { state: 'todo' }),
    },
    POSTED,
  ],
  completed: (progress) => [buildPostedStep(progress)],
  rejected: () => [],
  reversed: () => [],
}

/** The past steps of a deposit and the next ones. */
export function DepositTimeline({ deposit }: { deposit: DepositProgress }) {
  const past = buildPastSteps(deposit.timeline, ['Rejected', 'Reversed'])

  return <Timeline steps={[...past, ...NEXT_STEPS[deposit.status](deposit)]} />
}
