import { When } from '#ui/figures/when.tsx'
import { Tag, type Tone } from '#ui/status/tag.tsx'
import { Timeline, type TimelineStep } from '#ui/status/timeline.tsx'
import type { WithdrawalStatus } from '../model.ts'
import type { OwnWithdrawal } from './calls.tsx'

const WORDS: Record<WithdrawalStatus, [Tone, string]> = {
  pending: ['wait', 'Pending'],
  approved: ['progress', 'Approved'],
  completed: ['ok', 'Completed'],
  rejected: ['bad', 'Rejected'],
  cancelled: ['neutral', 'Cancelled'],
}

/** A withdrawal's status as people read it. */
export const formatWithdrawalStatus = (status: WithdrawalStatus) => WORDS[status][1]

export function WithdrawalStatusTag({ status }: { status: WithdrawalStatus }) {
  const [tone, text] = WORDS[status]
  return <Tag tone={tone}>{text}</Tag>
}

type WithdrawalProgress = Pick<
  OwnWithdrawal,
  'status' | 'timeline' | 'payableFrom' | 'place' | 'cooling' | 'expectedBy' | 'late'
>

/**
 * Where it stands in the queue and by when it is stated to be paid; that it is late, where it is.
 */
function Expected({ place, expectedBy, late }: WithdrawalProgress) {
  return (
    <>
      {place !== null && `Number ${place} of those that wait. `}
      {expectedBy && late && (
        <>
          This is late: we state that it is paid by <When at={expectedBy} />. Nothing is lost, and
          you need to do nothing.
        </>
      )}
      {expectedBy && !late && (
        <>
          We state that it is paid by <When at={expectedBy} />.
        </>
      )}
    </>
  )
}

const SENT: TimelineStep = {
  title: 'Sent to your address',
  note:
    'You get an e-mail with the transaction. Your wallet shows it once the network has ' +
    'confirmed it.',
  state: 'todo',
}

function toCome(story: WithdrawalProgress): TimelineStep[] {
  const note = <Expected {...story} />
  if (story.status === 'approved')
    return [
      { title: 'We send it to your address', note, state: 'now' },
      { ...SENT, title: 'Sent' },
    ]

  if (story.status !== 'pending') return []

  const approved: TimelineStep = { title: 'Waiting for approval', note, state: 'now' }
  if (!story.cooling) return [approved, SENT]

  const until = (
    <>
      The address is new: it can be paid from <When at={story.payableFrom} />. You can cancel
      meanwhile.
    </>
  )

  return [
    { title: 'Cooling', note: until, state: 'now' },
    { ...approved, title: 'Approved', state: 'todo' },
    SENT,
  ]
}

/** What has happened to a withdrawal and what comes next. */
export function WithdrawalTimeline({ withdrawal }: { withdrawal: WithdrawalProgress }) {
  const past = withdrawal.timeline.map(
    ({ what, at, detail }): TimelineStep => ({
      title: what,
      note: (
        <>
          <When at={at} />
          {detail && <> · {detail}</>}
        </>
      ),
      state: what.startsWith('Declined') ? 'failed' : 'done',
    }),
  )

  return <Timeline steps={[...past, ...toCome(withdrawal)]} />
}
