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
export const withdrawalStatusText = (status: WithdrawalStatus) => WORDS[status][1]

export function WithdrawalStatusTag({ status }: { status: WithdrawalStatus }) {
  const [tone, text] = WORDS[status]
  return <Tag tone={tone}>{text}</Tag>
}

type Story = Pick<OwnWithdrawal, 'status' | 'timeline' | 'payableFrom' | 'place'>

const placeText = (place: number | null) =>
  place === null ? undefined : `Number ${place} of those that wait`

function toCome({ status, place }: Story): TimelineStep[] {
  if (status === 'pending')
    return [
      { title: 'We decide on it', note: placeText(place), state: 'now' },
      { title: 'Paid to your address', note: 'You get an e-mail with the transaction.', state: 'todo' },
    ]
  if (status === 'approved')
    return [{ title: 'We send it to your address', note: placeText(place), state: 'now' }]
  return []
}

/** What has happened to a withdrawal and what comes next. */
export function WithdrawalTimeline({ withdrawal }: { withdrawal: Story }) {
  const past = withdrawal.timeline.map(
    ({ what, at, detail }): TimelineStep => ({
      title: what,
      note: (
        <>
          <When at={at} />
          {detail && <> · {detail}</>}
        </>
      ),
      state: what.startsWith('Rejected') ? 'failed' : 'done',
    }),
  )
  return <Timeline steps={[...past, ...toCome(withdrawal)]} />
}
