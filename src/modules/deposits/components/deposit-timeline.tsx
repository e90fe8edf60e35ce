import { useQuery } from '@tanstack/react-query'
import { useSiteConfig } from '#modules/settings/components/site-config.tsx'
import { JournalNumber } from '#ui/figures/journal-number.tsx'
import { formatDuration } from '#ui/figures/span.ts'
import { When } from '#ui/figures/when.tsx'
import { Tag, type Tone } from '#ui/status/tag.tsx'
import { Timeline, type TimelineStep } from '#ui/status/timeline.tsx'
import type { DepositStatus } from '../model.ts'
import { depositCalls } from './calls.tsx'

const WORDS: Record<DepositStatus, [Tone, string]> = {
  awaiting_payment: ['wait', 'Waiting for payment'],
  pending: ['wait', 'Pending'],
  completed: ['ok', 'Completed'],
  rejected: ['bad', 'Rejected'],
  expired: ['neutral', 'Expired'],
}

/** A deposit's status as people read it. */
export const formatDepositStatus = (status: DepositStatus) => WORDS[status][1]

export function DepositStatusTag({ status }: { status: DepositStatus }) {
  const [tone, text] = WORDS[status]
  return <Tag tone={tone}>{text}</Tag>
}

type DepositProgress = {
  status: DepositStatus
  expiresAt: string
  overdue: boolean
  timeline: readonly { what: string; at: string; detail?: string | undefined }[]
  /** Where it is known: how deep the payment has to lie, and the number of its row in the books. */
  confirmations?: number
  journalNumber?: string | null
}

/** How long checking really took lately, as an expectation; nothing where nothing was measured. */
function UsualTime() {
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
      'With its number in the books.'
    ) : journalNumber ? (
      <>
        In the books as <JournalNumber number={`L-${journalNumber}`} to="/dashboard/statements" />
      </>
    ) : (
      'Its number in the books comes within a moment.'
    ),
  state: 'done',
})

const POSTED: TimelineStep = {
  title: 'Posted to your balance',
  note: 'With its number in the books. You get an e-mail when it is.',
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

const CHECKED = 'We check that the payment has arrived'

const buildReviewStep = (overdue: boolean): TimelineStep => ({
  title: CHECKED,
  note: overdue ? (
    <>
      This is late: it has taken longer than a day. Nothing is lost, and you need to do nothing.{' '}
      <WriteToUs />
    </>
  ) : (
    <>
      By hand. It isn’t part of your balance yet.
      <UsualTime />
    </>
  ),
  state: 'now',
})

/** Whom to ask, in the place where somebody wonders. */
export function WriteToUs() {
  const { email } = useSiteConfig()
  return (
    <>
      If you want to know more, write to{' '}
      <a className="link" href={`mailto:${email}`}>
        {email}
      </a>
      .
    </>
  )
}

const TO_COME: Record<DepositStatus, (story: DepositProgress) => TimelineStep[]> = {
  awaiting_payment: (story) => [
    {
      title: 'You send the payment and upload the proof',
      note: (
        <>
          Before <When at={story.expiresAt} />
        </>
      ),
      state: 'now',
    },
    ...buildConfirmationSteps(story),
    { title: CHECKED, note: <UsualTime />, state: 'todo' },
    POSTED,
  ],
  expired: () => [
    {
      title: 'You take a new quote',
      note:
        'Or, if you have paid already, upload the proof: it is credited at the rate when you ' +
        'do.',
      state: 'now',
    },
  ],
  pending: ({ overdue }) => [buildReviewStep(overdue), POSTED],
  completed: ({ journalNumber }) => [buildPostedStep(journalNumber)],
  rejected: () => [],
}

/** What has happened to a deposit and what comes next. */
export function DepositTimeline({ deposit }: { deposit: DepositProgress }) {
  const past = deposit.timeline.map(
    ({ what, at, detail }): TimelineStep => ({
      title: what,
      note: (
        <>
          <When at={at} />
          {detail && <> · {detail}</>}
        </>
      ),
      state: what === 'Rejected' ? 'failed' : 'done',
    }),
  )

  return <Timeline steps={[...past, ...TO_COME[deposit.status](deposit)]} />
}
