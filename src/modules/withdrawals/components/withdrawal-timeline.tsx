import { buildPastSteps } from '#modules/transactions/components/past-steps.tsx'
import { When } from '#ui/figures/when.tsx'
import { Timeline, type TimelineStep } from '#ui/status/timeline.tsx'
import { FAILED_STEPS } from '../model.ts'
import type { OwnWithdrawal } from './calls.tsx'

type WithdrawalProgress = Pick<
  OwnWithdrawal,
  'status' | 'timeline' | 'payableFrom' | 'place' | 'cooling' | 'expectedBy' | 'late'
>

/** The place in the queue and the stated time of payment, or that it is late. */
function ExpectedPayment({ place, expectedBy, late }: WithdrawalProgress) {
  return (
    <>
      {place !== null && `Number ${place} in the queue. `}
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

/** Returns the steps to come. */
function buildNextSteps(progress: WithdrawalProgress): TimelineStep[] {
  const note = <ExpectedPayment {...progress} />
  if (progress.status === 'approved')
    return [
      { title: 'We send it to your address', note, state: 'now' },
      { ...SENT, title: 'Sent' },
    ]

  if (progress.status !== 'pending') return []

  const approved: TimelineStep = { title: 'Waiting for approval', note, state: 'now' }
  if (!progress.cooling) return [approved, SENT]

  const until = (
    <>
      The address is new: it can be paid from <When at={progress.payableFrom} />. You can cancel
      meanwhile.
    </>
  )

  return [
    { title: 'Cooling', note: until, state: 'now' },
    { ...approved, title: 'Approved', state: 'todo' },
    SENT,
  ]
}

/** The past steps of a withdrawal and the next ones. */
export function WithdrawalTimeline({ withdrawal }: { withdrawal: WithdrawalProgress }) {
  const past = buildPastSteps(withdrawal.timeline, FAILED_STEPS)

  return <Timeline steps={[...past, ...buildNextSteps(withdrawal)]} />
}
