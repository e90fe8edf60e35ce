import { useToastAction } from '#app-ui/use-toast-action.tsx'
import { identityCalls } from '#modules/identity/components/calls.tsx'
import { TextAreaField, TextField } from '#ui/form/text-field.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { backofficeCalls, type UserDetails } from './calls.tsx'
import { formatUserName } from './user-labels.tsx'

type DialogProps = { user: UserDetails; onClose: () => void }

/** Asks for the reason and review date of a suspension. */
export function SuspendMember({ user, onClose }: DialogProps) {
  const form = useToastAction(
    ({ reason = '', review_on = '' }) =>
      backofficeCalls.suspend.call({ id: user._id, reason, review_on }),
    onClose,
  )

  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Suspend ${formatUserName(user)}?`}
      effects={[
        { label: 'Account access', value: 'Can log in, read-only' },
        { label: 'Open withdrawals', value: 'Still processed' },
        { label: 'Deposits, new withdrawals, changes', value: 'Blocked until the suspension ends' },
        { label: 'Emailed to', value: user.email },
      ]}
      actionLabel="Suspend"
      acting="Loading...."
      {...form}
    >
      <TextAreaField
        id="suspend-reason"
        label="Reason"
        name="reason"
        maxLength={500}
        defaultValue={user.suspended_reason ?? ''}
        hint={`${user.first_name} will see it in an email and on every page.`}
      />
      <TextField
        label="Review date"
        name="review_on"
        type="date"
        defaultValue={user.review_on ?? ''}
        hint="When you’ll review the suspension. The member will see it."
      />
    </FormDialog>
  )
}

/** Asks to confirm the end of a suspension. */
export function ReactivateMember({ user, onClose }: DialogProps) {
  const form = useToastAction(() => backofficeCalls.reactivate.call({ id: user._id }), onClose)
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Reactivate ${formatUserName(user)}?`}
      effects={[
        { label: 'Suspension reason', value: user.suspended_reason ?? '' },
        { label: 'Emailed to', value: user.email },
      ]}
      actionLabel="Reactivate"
      acting="Loading...."
      {...form}
    >
      <p>The member regains full access.</p>
    </FormDialog>
  )
}

/** Asks to confirm the end of all sessions. */
export function EndSessions({ user, onClose }: DialogProps) {
  const form = useToastAction(() => identityCalls.endMemberSessions.call({ id: user._id }), onClose)
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`End all sessions of ${formatUserName(user)}?`}
      effects={[
        { label: 'All devices', value: 'Have to log in again' },
        { label: 'Password, 2FA, open requests', value: 'Unchanged' },
      ]}
      actionLabel="End all sessions"
      acting="Ending..."
      {...form}
    >
      <p>
        Anyone who knows the password can log in again. If the account may be compromised, suspend
        it.
      </p>
    </FormDialog>
  )
}
