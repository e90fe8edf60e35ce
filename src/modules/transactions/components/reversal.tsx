import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { describeDeciders, usePermission } from '#modules/approvals/components/use-permission.tsx'
import type { Permission } from '#modules/approvals/model.ts'
import { JournalLines } from '#modules/ledger/components/journal-lines.tsx'
import { Button } from '#ui/actions/button.tsx'
import { When } from '#ui/figures/when.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { TextAreaField } from '#ui/form/text-field.tsx'
import { FormDialog, type FormDialogProps } from '#ui/overlay/form-dialog.tsx'
import { toast } from '#ui/status/toaster.tsx'

type Waiting = { proposal: string; by: string; at: string }

/** States who proposed a reversal, and links to its approval. */
export const WaitingReversal = ({ waiting: { proposal, by, at } }: { waiting: Waiting }) => (
  <p>
    {by} proposed a reversal on <When at={at} timeZone="UTC" /> UTC. It’s waiting for approval.{' '}
    <Link className="link" to={`/admin-dashboard/approvals?open=${proposal}`}>
      View proposal
    </Link>
  </p>
)

type FootProps = {
  permission: Permission
  /** The refusal says why it cannot be reversed; null if it can. */
  reversal: { refusal: string | null; waiting: Waiting | null }
  actionLabel: string
  onReverse: () => void
}

/** Opens the dialog of a reversal, or says why nothing can be reversed. */
export function ReversalFoot({ permission, reversal, actionLabel, onReverse }: FootProps) {
  const reverses = usePermission(permission)
  const { refusal, waiting } = reversal

  if (waiting) return <WaitingReversal waiting={waiting} />
  if (reverses === false) return <p>{describeDeciders(permission)}</p>
  if (refusal) return <p>{refusal}</p>

  return (
    reverses && (
      <FormActions>
        <Button onClick={onReverse}>{actionLabel}…</Button>
      </FormActions>
    )
  )
}

type DialogProps = Pick<FormDialogProps, 'title' | 'effects' | 'onClose'> & {
  /** Explains who reads the reason. */
  hint: string
  /** The rows that the reversal will post; absent while they load. */
  entries: ComponentProps<typeof JournalLines>['rows'] | undefined
  names?: ComponentProps<typeof JournalLines>['names']
  onPropose: (reason: string) => Promise<{ message: string }>
  onDone: () => void
  /** A text on when to reverse, or what can be done afterwards. */
  children: ReactNode
}

/** The dialog that proposes a reversal: its reason, and the rows that it will post. */
export function ReversalDialog(props: DialogProps) {
  const { hint, entries, names, onPropose, onDone, children, ...dialog } = props
  const form = useFormAction(async ({ reason = '' }) => {
    const { message } = await onPropose(reason)
    toast.success(message)
    onDone()
  })

  return (
    <FormDialog open {...dialog} actionLabel="Propose reversal" acting="Proposing..." {...form}>
      <TextAreaField label="Reason" name="reason" hint={hint} maxLength={1000} />
      {entries && (
        <JournalLines caption="Entries to be posted by the reversal" rows={entries} names={names} />
      )}
      <p>{children}</p>
      <p>
        Another admin with the finance or owner role has to approve this. Nothing is posted until
        then.
      </p>
    </FormDialog>
  )
}
