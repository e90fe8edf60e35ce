import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { Button } from '#ui/actions/button.tsx'
import { When } from '#ui/figures/when.tsx'
import { fingerprint } from '#ui/icons.ts'
import { Panel } from '#ui/layout/panel.tsx'
import { ReasonDialog } from '#ui/overlay/reason-dialog.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { Tag, type Tone } from '#ui/status/tag.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { AddApprovalKey } from './add-approval-key.tsx'
import { identityCalls } from './calls.tsx'
import styles from './security.module.css'

type StaffKey = Awaited<ReturnType<typeof identityCalls.approvalKeys.call>>['data'][number]
type Action = { action: 'add' } | { action: 'end'; approvalKey: StaffKey } | null

const FOOT =
  'An approval key signs what you approve. A stolen password isn’t enough to approve in your ' +
  'name, ' +
  'and an approval that your key didn’t sign is found when the ledger is verified. It is not ' +
  'used ' +
  'to log in. All staff are emailed when a key is added or ended.'

/** Displays the keys that sign approvals: the admin's own, and those of the other staff. */
export function ApprovalKeysPanel({ mayAdd }: { mayAdd: boolean }) {
  const queries = useQueryClient()
  const { data, isError, refetch } = useQuery(identityCalls.approvalKeys.queryOptions())
  const [dialog, setDialog] = useState<Action>(null)
  const finish = async () => {
    setDialog(null)
    await queries.invalidateQueries()
  }

  const keys = data?.data

  return (
    <Panel
      title="Approval keys"
      aside={
        mayAdd && (
          <Button size="sm" icon={fingerprint} onClick={() => setDialog({ action: 'add' })}>
            Add an approval key
          </Button>
        )
      }
      foot={FOOT}
    >
      <KeysReset keys={keys ?? []} />
      {isError && !keys && <ReadFailed onRetry={() => void refetch()} />}
      {!keys && !isError && <SkeletonLines lines={2} />}
      {keys?.length === 0 && <EmptyState icon={fingerprint}>No approval keys yet.</EmptyState>}
      {keys && keys.length > 0 && (
        <ul className={styles.list}>
          {keys.map((key) => (
            <KeyRow key={key._id} approvalKey={key} onAsk={setDialog} />
          ))}
        </ul>
      )}
      {dialog?.action === 'add' && (
        <AddApprovalKey
          isReset={keys?.some(({ ended }) => ended?.reset) ?? false}
          onClose={() => setDialog(null)}
          onAdded={() => queries.invalidateQueries()}
        />
      )}
      {dialog?.action === 'end' && (
        <EndKey approvalKey={dialog.approvalKey} onClose={() => setDialog(null)} onDone={finish} />
      )}
    </Panel>
  )
}

/** Displays when the owner of the database last ended all keys, and what that means. */
function KeysReset({ keys }: { keys: readonly StaffKey[] }) {
  const last = keys
    .flatMap(({ ended }) => (ended?.reset ? [ended] : []))
    .sort((one, other) => other.at.localeCompare(one.at))[0]
  if (!last) return null

  const firstOwners = keys
    .filter(({ first, addedAt }) => first && addedAt >= last.at)
    .map(({ owner }) => owner)

  return (
    <Callout inPanel title="All approval keys were ended">
      <p>
        The owner of the database ended all keys on <When at={last.at} />: {last.reason}
      </p>
      {new Set(firstOwners).size < 2 && (
        <p>
          The first two owners or finance admins who add a key again need no confirmation. In live
          mode these keys become active after seven days.
        </p>
      )}
      <p>If you don’t know about this, contact the other admins now.</p>
    </Callout>
  )
}

const formatReason = (reason: string) => reason.replace(/\.$/, '')

const STATES: Record<StaffKey['state'], [Tone, string]> = {
  unconfirmed: ['wait', 'Waiting for another admin'],
  waiting: ['wait', 'Not active yet'],
  unpublished: ['wait', 'Not in the public log yet'],
  active: ['ok', 'Active'],
  elsewhere: ['neutral', 'Made for another address'],
  ended: ['neutral', 'Ended'],
}

function KeyRow({
  approvalKey,
  onAsk,
}: {
  approvalKey: StaffKey
  onAsk: (action: Action) => void
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

type DialogProps = { onClose: () => void; onDone: () => Promise<void> }

function EndKey({ approvalKey, onClose, onDone }: DialogProps & { approvalKey: StaffKey }) {
  const action = useFormAction(async ({ reason = '' }) => {
    const { message } = await identityCalls.endApprovalKey.call({ id: approvalKey._id, reason })
    toast.success(message)
    await onDone()
  })

  return (
    <ReasonDialog
      open
      onClose={onClose}
      title={`End this approval key of ${approvalKey.owner}?`}
      hint="For good: it signs no more approvals. What it signed stays signed."
      actionLabel="End key"
      acting="Ending..."
      {...action}
    />
  )
}
