import { buildPastSteps } from '#modules/transactions/components/past-steps.tsx'
import { TextLink } from '#ui/actions/text-link.tsx'
import { When } from '#ui/figures/when.tsx'
import { Timeline, type TimelineStep } from '#ui/status/timeline.tsx'
import { FAILED_STEPS } from '../model.ts'
import type { OwnWithdrawal } from './calls.tsx'

type WithdrawalProgress = Pick<
  OwnWithdrawal,
  | 'status'
  | 'timeline'
  | 'payableFrom'
  | 'place'
  | 'cooling'
  | 'expectedBy'
  | 'late'
  | 'inReview'
  | 'sending'
>

const REVIEW_NOTE =
  'We’re reviewing this withdrawal, which can take longer than usual. There’s nothing you need ' +
  'to do: the amount is reserved for you.'

/** The place in the queue and the stated time of payment, or that it is late. */
function ExpectedPayment({ place, expectedBy, late, inReview }: WithdrawalProgress) {
  if (inReview) return REVIEW_NOTE

  return (
    <>
      {place !== null && `Queue position ${place}. `}
      {expectedBy && late && (
        <>
          This is taking longer than expected: we aimed to pay it by <When at={expectedBy} />.
          There’s nothing you need to do.
        </>
      )}
      {expectedBy && !late && (
        <>
          Expected by <When at={expectedBy} />.
        </>
      )}
    </>
  )
}

const SENT: TimelineStep = {
  title: 'Sent to your address',
  note:
    'We’ll email you the transaction ID. Your wallet shows the payment once the network has ' +
    'confirmed it.',
  state: 'todo',
}

type Sending = NonNullable<WithdrawalProgress['sending']>

/** The confirmations of the payment so far, and its transaction. */
const SendingNote = ({ txid, explorer, confirmations, needed }: Sending) => (
  <>
    {needed === null
      ? 'Waiting until the network makes it final.'
      : `${Math.min(confirmations, needed)} of ${needed} confirmations.`}{' '}
    {explorer ? (
      <TextLink to={explorer} rel="noreferrer">
        View in explorer
      </TextLink>
    ) : (
      <span className="mono anywhere">{txid}</span>
    )}
  </>
)

/** Returns the steps of a payment that the network shows and has not confirmed. */
const buildSendingSteps = (sending: Sending): TimelineStep[] => [
  { title: 'Sent', note: <When at={sending.sentAt} />, state: 'done' },
  { title: 'Confirming on the network', note: <SendingNote {...sending} />, state: 'now' },
  { title: 'Completed', state: 'todo' },
]

/** Returns the steps to come. */
function buildNextSteps(progress: WithdrawalProgress): TimelineStep[] {
  const note = <ExpectedPayment {...progress} />
  if (progress.status === 'approved' && progress.sending) return buildSendingSteps(progress.sending)
  if (progress.status === 'approved')
    return [
      { title: 'We send the payment', note, state: 'now' },
      { ...SENT, title: 'Sent' },
    ]

  if (progress.status !== 'pending') return []

  const approved: TimelineStep = { title: 'Waiting for approval', note, state: 'now' }
  if (!progress.cooling) return [approved, SENT]

  const until = (
    <>
      This address is new and can be used from <When at={progress.payableFrom} />. You can cancel in
      the meantime.
    </>
  )

  return [
    { title: 'New address on hold', note: until, state: 'now' },
    { ...approved, title: 'Approved', state: 'todo' },
    SENT,
  ]
}

/** The past steps of a withdrawal and the next ones. */
export function WithdrawalTimeline({ withdrawal }: { withdrawal: WithdrawalProgress }) {
  const past = buildPastSteps(withdrawal.timeline, FAILED_STEPS)

  return <Timeline steps={[...past, ...buildNextSteps(withdrawal)]} />
}
