import { When } from '#ui/figures/when.tsx'
import { Tag, type Tone } from '#ui/status/tag.tsx'
import { Timeline, type TimelineStep } from '#ui/status/timeline.tsx'
import type { DepositStatus } from '../model.ts'

const WORDS: Record<DepositStatus, [Tone, string]> = {
  awaiting_payment: ['wait', 'Waiting for payment'],
  pending: ['wait', 'Pending'],
  completed: ['ok', 'Completed'],
  rejected: ['bad', 'Rejected'],
  expired: ['neutral', 'Expired'],
}

/** A deposit's status as people read it. */
export const depositStatusText = (status: DepositStatus) => WORDS[status][1]

export function DepositStatusTag({ status }: { status: DepositStatus }) {
  const [tone, text] = WORDS[status]
  return <Tag tone={tone}>{text}</Tag>
}

type Story = {
  status: DepositStatus
  expiresAt: string
  timeline: readonly { what: string; at: string; detail?: string | undefined }[]
}

const POSTED: TimelineStep = {
  title: 'Posted to your balance',
  note: 'You get an e-mail when it is.',
  state: 'todo',
}
const CHECKED = 'We check that the payment has arrived'

const TO_COME: Record<DepositStatus, (story: Story) => TimelineStep[]> = {
  awaiting_payment: ({ expiresAt }) => [
    {
      title: 'You send the payment and upload the proof',
      note: (
        <>
          Before <When at={expiresAt} />
        </>
      ),
      state: 'now',
    },
    { title: CHECKED, state: 'todo' },
    POSTED,
  ],
  expired: () => [
    {
      title: 'You take a new quote',
      note: 'Or, if you have paid already, upload the proof: it is credited at the rate when you do.',
      state: 'now',
    },
  ],
  pending: () => [
    { title: CHECKED, note: 'By hand. It isn’t part of your balance yet.', state: 'now' },
    POSTED,
  ],
  completed: () => [],
  rejected: () => [],
}

/** What has happened to a deposit and what comes next. */
export function DepositTimeline({ deposit }: { deposit: Story }) {
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
