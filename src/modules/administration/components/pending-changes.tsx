import { useState } from 'react'
import { useToastAction } from '#app-ui/use-toast-action.tsx'
import { usePermission } from '#modules/approvals/components/use-permission.tsx'
import { Button } from '#ui/actions/button.tsx'
import { TextLink } from '#ui/actions/text-link.tsx'
import { When } from '#ui/figures/when.tsx'
import { Details } from '#ui/layout/key-values.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { administrationCalls, type OperatorSettings } from './calls.tsx'

type PendingChange = OperatorSettings['pending'][number]

/** Shows the looser controls that wait for another admin or for their time. */
export function PendingChanges({ pending }: { pending: OperatorSettings['pending'] }) {
  const [selected, setSelected] = useState<PendingChange>()
  const may = usePermission('setting.cancel-change')

  if (pending.length === 0) return null

  return (
    <Panel title="Pending changes">
      <p className="meta muted">
        Loosening a control needs another admin’s approval and takes effect 24 hours later
        (immediately in the sandbox). All staff are emailed.
      </p>
      <Details
        rows={pending.map((change) => ({
          label: (
            <>
              <span className="strong">{change.title}</span>
              {change.changes.map((line) => (
                <span key={line}>
                  <br />
                  {line}
                </span>
              ))}
            </>
          ),
          value: <State change={change} />,
          aside: change.effectiveFrom ? (
            may && (
              <Button
                size="sm"
                aria-label={`Cancel change: ${change.title}`}
                onClick={() => setSelected(change)}
              >
                Cancel…
              </Button>
            )
          ) : (
            <TextLink to={`/admin-dashboard/approvals?open=${change._id}`}>View proposal</TextLink>
          ),
        }))}
      />
      {selected && <CancelDialog change={selected} onClose={() => setSelected(undefined)} />}
    </Panel>
  )
}

function State({ change }: { change: PendingChange }) {
  const { proposedBy, proposedAt, approvedBy, effectiveFrom } = change
  if (!effectiveFrom)
    return (
      <>
        Waiting for approval. Proposed by {proposedBy}, <When at={proposedAt} timeZone="UTC" /> UTC
      </>
    )

  return (
    <>
      Proposed by {proposedBy}, approved by {approvedBy}. Takes effect{' '}
      <When at={effectiveFrom} timeZone="UTC" /> UTC
    </>
  )
}

type DialogProps = { change: PendingChange; onClose: () => void }

function CancelDialog({ change, onClose }: DialogProps) {
  const form = useToastAction(
    () => administrationCalls.cancelSettingChange.call({ id: change._id }),
    onClose,
  )

  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Cancel change: ${change.title}?`}
      actionLabel="Cancel change"
      acting="Loading...."
      {...form}
    >
      <p>The setting won’t change. All staff are notified.</p>
    </FormDialog>
  )
}
