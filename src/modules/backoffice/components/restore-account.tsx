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
  /** The proposal that waits for a second admin, if there is one. */
  waits: { by: string; at: string } | null
}

/**
 * An account that was reported stolen, and whose address is somebody else's by now: only the staff
 * can give it back.
 */
export function GiveBack({ member, waits }: Props) {
  const [open, setOpen] = useState(false)
  const may = usePermission('member.restore-access')

  return (
    <>
      <Callout tone="caution" title="Reported stolen." inPanel>
        The member said that a change was not theirs, and their old address belongs to another
        account by now. Nobody can sign in, and withdrawals rest, until you have given the account
        back.
      </Callout>
      {waits && (
        <p className="muted">
          Waiting for approval: {waits.by} proposed to give it back on{' '}
          <When at={waits.at} timeZone="UTC" />.
        </p>
      )}
      {!waits && may && (
        <FormActions>
          <Button onClick={() => setOpen(true)}>Give the account back…</Button>
        </FormActions>
      )}
      {!waits && may === false && (
        <p className="muted">{describeDeciders('member.restore-access')}</p>
      )}
      {open && <GiveBackDialog member={member} onClose={() => setOpen(false)} />}
    </>
  )
}

function GiveBackDialog({ member, onClose }: Pick<Props, 'member'> & { onClose: () => void }) {
  const form = useToastAction(
    async ({ email = '', reason = '' }) =>
      (await identityCalls.giveAccountBack.call({ id: member._id, email, reason })).body,
    onClose,
  )

  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Give the account back to ${member.name}?`}
      effects={[
        { label: 'The address of now', value: 'opens nothing any more' },
        { label: 'The new address', value: 'is mailed a link to a new password' },
        { label: 'Withdrawals', value: 'rest until 24 hours after that' },
      ]}
      actionLabel="Give it back"
      acting="Loading...."
      {...form}
    >
      <TextField
        label="Email Address"
        name="email"
        type="email"
        hint="One that the member alone reads, and that no other account has."
      />
      <TextAreaField
        label="Reason"
        name="reason"
        maxLength={500}
        hint="Say how you made sure that it is the member who asks. The record keeps it."
      />
    </FormDialog>
  )
}
