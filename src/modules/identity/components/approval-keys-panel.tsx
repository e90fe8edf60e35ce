import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { Button } from '#ui/actions/button.tsx'
import { fingerprint } from '#ui/icons.ts'
import { Panel } from '#ui/layout/panel.tsx'
import { ReasonDialog } from '#ui/overlay/reason-dialog.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { AddApprovalKey } from './add-approval-key.tsx'
import { type ApprovalKeyAction, ApprovalKeyRow } from './approval-key-row.tsx'
import { ApprovalKeysReset } from './approval-keys-reset.tsx'
import { identityCalls } from './calls.tsx'
import styles from './security.module.css'

type StaffKey = Awaited<ReturnType<typeof identityCalls.approvalKeys.call>>['data'][number]

const FOOT =
  'An approval key signs what you approve. A stolen password isn’t enough to approve in your ' +
  'name, and an approval that your key didn’t sign is found when the ledger is verified. It is ' +
  'not used to log in. All staff are emailed when a key is added or ended.'

/** Displays the keys that sign approvals: the admin's own, and those of the other staff. */
export function ApprovalKeysPanel({ mayAdd }: { mayAdd: boolean }) {
  const queries = useQueryClient()
  const { data, isError, refetch } = useQuery(identityCalls.approvalKeys.queryOptions())
  const [dialog, setDialog] = useState<ApprovalKeyAction>(null)
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
      <ApprovalKeysReset keys={keys ?? []} />
      {isError && !keys && <ReadFailed onRetry={() => void refetch()} />}
      {!keys && !isError && <SkeletonLines lines={2} />}
      {keys?.length === 0 && <EmptyState icon={fingerprint}>No approval keys yet.</EmptyState>}
      {keys && keys.length > 0 && (
        <ul className={styles.list}>
          {keys.map((key) => (
            <ApprovalKeyRow key={key._id} approvalKey={key} onAsk={setDialog} />
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
