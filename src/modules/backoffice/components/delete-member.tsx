import { useNavigate } from 'react-router'
import { useToastAction } from '#app-ui/use-toast-action.tsx'
import { TextAreaField } from '#ui/form/text-field.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { backofficeCalls, type UserDetails } from './calls.tsx'
import { formatUserName } from './user-labels.tsx'

type DialogProps = { user: UserDetails; onClose: () => void }

/** Asks to confirm the deletion. The server reports what prevents it. */
export function DeleteMember({ user, onClose }: DialogProps) {
  const navigate = useNavigate()
  const form = useToastAction(
    ({ reason = '' }) => backofficeCalls.remove.call({ id: user._id, reason }),
    () => navigate('/admin-dashboard/alluser'),
  )

  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Delete ${formatUserName(user)}?`}
      effects={[
        {
          label: 'Name and contact details',
          value: user.status === 'unverified' ? 'Erased at once' : 'Restricted, then erased',
        },
        { label: 'Unused withdrawal addresses', value: 'Erased at once' },
        { label: 'Ledger', value: 'Unchanged' },
        { label: 'Emailed to', value: user.email },
      ]}
      actionLabel="Yes"
      acting="Loading...."
      dismiss="No"
      danger
      {...form}
    >
      <p>This can’t be undone. An account with money or open requests can’t be deleted.</p>
      <TextAreaField
        id="delete-reason"
        label="Reason"
        name="reason"
        maxLength={500}
        hint={`${user.first_name} will see it in an email.`}
      />
    </FormDialog>
  )
}
