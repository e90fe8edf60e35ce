import { useQuery } from '@tanstack/react-query'
import { buildPastSteps } from '#modules/transactions/components/past-steps.tsx'
import { JournalNumber } from '#ui/figures/journal-number.tsx'
import { formatDuration } from '#ui/figures/span.ts'
import { When } from '#ui/figures/when.tsx'
import { Timeline, type TimelineStep } from '#ui/status/timeline.tsx'
import type { DepositStatus } from '../model.ts'
import { depositCalls } from './calls.tsx'
import { WriteToUs } from './write-to-us.tsx'

type DepositProgress = {
  status: DepositStatus
  expiresAt: string
  overdue: boolean
  timeline: readonly { what: string; at: string; detail?: string | undefined }[]
  /** Only in details: the confirmations a payment needs, and the number of its journal entry. */
  confirmations?: number
  journalNumber?: string | null
}

/** The measured review time; nothing if none was measured. */
function MeasuredTime() {
  const { data } = useQuery(depositCalls.times.queryOptions())
  const measured = data?.data.measured
  if (!measured) return null

  const { count, days, medianMinutes } = measured

  return (
    <>
      {' '}
      {count === 1
        ? `The one checked in the last ${days} days took ${formatDuration(medianMinutes)}.`
        : `Of ${count} checked in the last ${days} days, half took at most ` +
          `${formatDuration(medianMinutes)}.`}
    </>
  )
}

const buildPostedStep = (journalNumber: string | null | undefined): TimelineStep => ({
  title: 'Posted to your balance',
  note:
    journalNumber === undefined ? (
      'With its journal number.'
    ) : journalNumber ? (
      <>
        In the books as <JournalNumber number={`L-${journalNumber}`} to="/dashboard/statements" />
      </>
    ) : (
      'Its journal number follows within moments.'
    ),
  state: 'done',
})

const POSTED: TimelineStep = {
  title: 'Posted to your balance',
  note: 'With its journal number. You get an e-mail when it is.',
  state: 'todo',
}

const buildConfirmationSteps = ({ confirmations }: DepositProgress): TimelineStep[] =>
  confirmations
    ? [
        {
          title: `${confirmations} confirmation${confirmations === 1 ? '' : 's'} by the network`,
          note: 'Nothing to do for you. How long that takes is up to the network.',
          state: 'todo',
        },
      ]
    : []

const REVIEW_TITLE = 'We check that the payment has arrived'

const OVERDUE_NOTE =
  'This is late: it has taken longer than a day. Nothing is lost, and you need to do nothing.'

const buildReviewStep = (overdue: boolean): TimelineStep => ({
  title: REVIEW_TITLE,
  note: overdue ? (
    <>
      {OVERDUE_NOTE} <WriteToUs />
    </>
  ) : (
    <>
      By hand. It isn’t part of your balance yet.
      <MeasuredTime />
    </>
  ),
  state: 'now',
})

const NEXT_STEPS: Record<DepositStatus, (progress: DepositProgress) => TimelineStep[]> = {
  awaiting_payment: (progress) => [
    {
      title: 'You send the payment and upload the proof',
      note: (
        <>
          Before <When at={progress.expiresAt} />
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
      title: 'You take a new quote',
      note:
        'Or, if you have paid already, upload the proof: the payment is credited at the quoted ' +
        'rate if it was first seen in time, otherwise at the rate when it was first seen.',
      state: 'now',
    },
  ],
  pending: ({ overdue }) => [buildReviewStep(overdue), POSTED],
  completed: ({ journalNumber }) => [buildPostedStep(journalNumber)],
  rejected: () => [],
  reversed: () => [],
}

/** The past steps of a deposit and the next ones. */
export function DepositTimeline({ deposit }: { deposit: DepositProgress }) {
  const past = buildPastSteps(deposit.timeline, ['Rejected', 'Reversed'])

  return <Timeline steps={[...past, ...NEXT_STEPS[deposit.status](deposit)]} />
}
