import { countDays } from '#lib/dates.ts'
import { When } from '#ui/figures/when.tsx'
import type { TimelineStep } from '#ui/status/timeline.tsx'
import type { ProposalDetails } from './calls.tsx'

type Decided = NonNullable<ProposalDetails['decided']>

/** Shows how long the decider has been on the staff, and who invited them. */
function DeciderFacts({ decided: { at, staffSince, invitedBy } }: { decided: Decided }) {
  if (!staffSince) return null

  const days = countDays(staffSince.slice(0, 10), at.slice(0, 10))
  return (
    <>
      <br />
      {`On staff for ${days} ${days === 1 ? 'day' : 'days'} at that time`}
      {invitedBy ? `, invited by ${invitedBy}` : ''}
    </>
  )
}

/** Shows with which key the approval was signed, and what was signed. */
function SignedFacts({ decided: { signed } }: { decided: Decided }) {
  if (!signed) return null

  return (
    <>
      <br />
      {signed.kind === 'software'
        ? 'Signed by a software key of the sandbox, which proves nothing'
        : 'Signed with approval key'}{' '}
      <span className="mono meta anywhere">{signed.key}</span>
      <br />
      Signed hash <span className="mono meta anywhere">{signed.hash}</span>
    </>
  )
}

/** Returns the steps of a proposal: proposed, then decided, expired or waiting. */
export function buildTimelineSteps({
  state,
  proposed,
  decided,
  expiresAt,
}: ProposalDetails): TimelineStep[] {
  const renderInstant = (instant: string) => (
    <>
      <When at={instant} timeZone="UTC" /> UTC
    </>
  )

  const first: TimelineStep = {
    title: `Proposed by ${proposed.mine ? 'you' : proposed.by}`,
    note: renderInstant(proposed.at),
    state: 'done',
  }

  if (decided)
    return [
      first,
      {
        title: `${state === 'approved' ? 'Approved' : 'Rejected'} by ${decided.by}`,
        note: (
          <>
            {renderInstant(decided.at)}
            {decided.reason && ` · ${decided.reason}`}
            <DeciderFacts decided={decided} />
            <SignedFacts decided={decided} />
          </>
        ),
        state: state === 'approved' ? 'done' : 'failed',
      },
    ]

  if (state === 'expired')
    return [
      first,
      { title: 'Expired without a decision', note: renderInstant(expiresAt), state: 'failed' },
    ]

  return [
    first,
    {
      title: 'Waiting for approval by another admin',
      note: <>until {renderInstant(expiresAt)}</>,
      state: 'now',
    },
  ]
}
