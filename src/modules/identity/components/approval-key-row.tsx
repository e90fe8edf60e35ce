import { Button } from '#ui/actions/button.tsx'
import { When } from '#ui/figures/when.tsx'
import { Tag, type Tone } from '#ui/status/tag.tsx'
import type { identityCalls } from './calls.tsx'

type StaffKey = Awaited<ReturnType<typeof identityCalls.approvalKeys.call>>['data'][number]

export type ApprovalKeyAction = { action: 'add' } | { action: 'end'; approvalKey: StaffKey } | null

const formatReason = (reason: string) => reason.replace(/\.$/, '')

const STATES: Record<StaffKey['state'], [Tone, string]> = {
  unconfirmed: ['wait', 'Waiting for another admin'],
  waiting: ['wait', 'Not active yet'],
  unpublished: ['wait', 'Not in the public log yet'],
  active: ['ok', 'Active'],
  elsewhere: ['neutral', 'Made for another address'],
  ended: ['neutral', 'Ended'],
}

export function ApprovalKeyRow({
  approvalKey,
  onAsk,
}: {
  approvalKey: StaffKey
  onAsk: (action: ApprovalKeyAction) => void
}) {
  const { owner, mine, kind, state, origin, addedAt, usableFrom, ended } = approvalKey
  const [tone, label] = STATES[state]
  return (
    <li>
      <div>
        <p className="strong">
          {mine ? `${owner} (you)` : owner}{' '}
          {kind === 'software' && <Tag tone="neutral">Software, sandbox only</Tag>}{' '}
          {(kind === 'passkey' || ended) && <Tag tone={tone}>{label}</Tag>}
        </p>
        <p className="meta muted">
          Added <When at={addedAt} />
          {state === 'waiting' && usableFrom && (
            <>
              , active from <When at={usableFrom} />
            </>
          )}
          {ended && (
            <>
              , ended <When at={ended.at} /> by{' '}
              {ended.reset ? 'the owner of the database' : ended.by}: {formatReason(ended.reason)}
            </>
          )}
          .
        </p>
        {state === 'elsewhere' && (
          <p className="meta muted">
            It signs only at <span className="mono anywhere">{origin}</span>. End it and add a new
            key.
          </p>
        )}
        <p className="meta muted">
          SHA-256 <span className="mono anywhere">{approvalKey.fingerprint}</span>
        </p>
      </div>
      {approvalKey.mayEnd && (
        <Button
          size="sm"
          aria-label={`End the approval key of ${owner}`}
          onClick={() => onAsk({ action: 'end', approvalKey })}
        >
          End…
        </Button>
      )}
    </li>
  )
}
