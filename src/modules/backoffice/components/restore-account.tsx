import { useState } from 'react'
import { useToastAction } from '#app-ui/use-toast-action.tsx'
import { describeDeciders, usePermission } from '#modules/approvals/components/use-permission.tsx'
import { identityCalls } from '#modules/identity/components/calls.tsx'
import { Button } from '#ui/actions/button.tsx'
import { When } from '#ui/figures/when.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { TextAreaField, TextField } from '#ui/form/text-field.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { Callout } from '#ui/status/callout.tsx'

type Props = {
  member: { _id: string; name: string }
  /** The proposal that is waiting for a second admin, if any. */
  pending: { by: string; at: string } | null
}

/**
 * Restores an account that was reported stolen and whose old address belongs to another account,
 * so that only the staff can do it.
 */
export function RestoreAccount({ member, pending }: Props) {
  const [open, setOpen] = useState(false)
  const canRestore = usePermission('member.restore-access')

  return (
    <>
      <Callout tone="caution" title="Reported as compromised." inPanel>
        The member reported a change that was not theirs, and their old email address now belongs to
        another account. Login is disabled and withdrawals are paused until you restore the account.
      </Callout>
      {pending && (
        <p className="muted">
          Waiting for approval: {pending.by} proposed to restore it on{' '}
          <When at={pending.at} timeZone="UTC" />.
        </p>
      )}
      {!pending && canRestore && (
        <FormActions>
          <Button onClick={() => setOpen(true)}>Restore account…</Button>
        </FormActions>
      )}
      {!pending && canRestore === false && (
        <p className="muted">{describeDeciders('member.restore-access')}</p>
      )}
      {open && <RestoreAccountDialog member={member} onClose={() => setOpen(false)} />}
    </>
  )
}

function RestoreAccountDialog({
  member,
  onClose,
}: Pick<Props, 'member'> & { onClose: () => void }) {
  const form = useToastAction(
    async ({ email = '', reason = '' }) =>
      (await identityCalls.giveAccountBack.call({ id: member._id, email, reason })).body,
    onClose,
  )

  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Restore the account of ${member.name}?`}
      effects={[
        { label: 'The current address', value: 'Can no longer be used to log in' },
        { label: 'The new address', value: 'Receives a link to set a new password' },
        { label: 'Withdrawals', value: 'Paused until 24 hours after that' },
      ]}
      actionLabel="Restore account"
      acting="Loading...."
      {...form}
    >
      <TextField
        label="Email Address"
        name="email"
        type="email"
        hint="Must be the member’s own and not used by another account."
      />
      <TextAreaField
        label="Reason"
        name="reason"
        maxLength={500}
        hint="Describe how you verified the member’s identity. Stored in the audit log."
      />
    </FormDialog>
  )
}
