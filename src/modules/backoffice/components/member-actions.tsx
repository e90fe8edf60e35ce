import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useToastAction } from '#app-ui/use-toast-action.tsx'
import { describeDeciders, usePermission } from '#modules/approvals/components/use-permission.tsx'
import { identityCalls } from '#modules/identity/components/calls.tsx'
import { TextAreaField, TextField } from '#ui/form/text-field.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import { backofficeCalls, type UserDetails } from './calls.tsx'
import { formatUserName } from './user-labels.tsx'

type MemberAction = 'suspend' | 'reactivate' | 'sessions' | 'delete'
type Props = { user: UserDetails }

/** Renders the menu of actions on a member, with a reason for each unavailable one. */
export function MemberActions({ user, onResetFactor }: Props & { onResetFactor: () => void }) {
  const [action, setAction] = useState<MemberAction>()
  const canEdit = usePermission('member.edit')
  const canReset = usePermission('member.reset-factor')
  const canDelete = usePermission('member.delete')

  if (canEdit === undefined || user.status === 'closed') return null

  const explainUnavailable = (
    isPermitted: boolean | undefined,
    name: Parameters<typeof describeDeciders>[0],
  ) => (isPermitted ? undefined : describeDeciders(name))
  const suspended = user.status === 'suspended'
  const notYet = user.status === 'unverified' ? 'Not verified yet.' : undefined
  const dialog = { user, onClose: () => setAction(undefined) }

  return (
    <>
      <Menu
        label="Action"
        items={[
          {
            label: suspended ? 'Change the suspension…' : 'Suspend…',
            unavailable: explainUnavailable(canEdit, 'member.edit') ?? notYet,
            onSelect: () => setAction('suspend'),
          },
          ...(suspended
            ? [
                {
                  label: 'Reactivate…',
                  unavailable: explainUnavailable(canEdit, 'member.edit'),
                  onSelect: () => setAction('reactivate'),
                },
              ]
            : []),
          {
            label: 'Reset second factor…',
            unavailable: explainUnavailable(canReset, 'member.reset-factor'),
            onSelect: onResetFactor,
          },
          {
            label: 'End all sessions…',
            unavailable: explainUnavailable(canEdit, 'member.edit'),
            onSelect: () => setAction('sessions'),
          },
          {
            label: 'Delete User…',
            unavailable: explainUnavailable(canDelete, 'member.delete'),
            onSelect: () => setAction('delete'),
          },
        ]}
      />
      {action === 'suspend' && <Suspend {...dialog} />}
      {action === 'reactivate' && <Reactivate {...dialog} />}
      {action === 'sessions' && <EndSessions {...dialog} />}
      {action === 'delete' && <Delete {...dialog} />}
    </>
  )
}

type DialogProps = Props & { onClose: () => void }

function Suspend({ user, onClose }: DialogProps) {
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
        { label: 'Can still', value: 'log in and read everything' },
        { label: 'Open withdrawals', value: 'are still decided' },
        { label: 'Deposits, new withdrawals, changes', value: 'wait until the suspension ends' },
        { label: 'Mailed to', value: user.email },
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
        hint={`${user.first_name} reads it in a mail and on every page.`}
      />
      <TextField
        label="Review date"
        name="review_on"
        type="date"
        defaultValue={user.review_on ?? ''}
        hint="The day on which you review the suspension. The member reads it."
      />
    </FormDialog>
  )
}

function Reactivate({ user, onClose }: DialogProps) {
  const form = useToastAction(() => backofficeCalls.reactivate.call({ id: user._id }), onClose)
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Reactivate ${formatUserName(user)}?`}
      effects={[
        { label: 'Suspended because', value: user.suspended_reason ?? '' },
        { label: 'Mailed to', value: user.email },
      ]}
      actionLabel="Reactivate"
      acting="Loading...."
      {...form}
    >
      <p>Everything is as it was before the suspension.</p>
    </FormDialog>
  )
}

function EndSessions({ user, onClose }: DialogProps) {
  const form = useToastAction(() => identityCalls.endMemberSessions.call({ id: user._id }), onClose)
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`End all sessions of ${formatUserName(user)}?`}
      effects={[
        { label: 'Signed in anywhere', value: 'has to log in again' },
        { label: 'Password, second factor, requests', value: 'stay as they are' },
      ]}
      actionLabel="End all sessions"
      acting="Ending..."
      {...form}
    >
      <p>
        Anyone who knows the password can log in again. Suspend the account if that could do harm.
      </p>
    </FormDialog>
  )
}

/** Asks to confirm the deletion. The server reports what prevents it. */
function Delete({ user, onClose }: DialogProps) {
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
        { label: 'Name, address, phone, wallets', value: 'are erased for good' },
        { label: 'The books', value: 'stay as they are' },
        { label: 'Mailed to', value: user.email },
      ]}
      actionLabel="Yes"
      acting="Loading...."
      dismiss="No"
      {...form}
    >
      <p>This can’t be undone. It is rejected while the account has money or open requests.</p>
      <TextAreaField
        id="delete-reason"
        label="Reason"
        name="reason"
        maxLength={500}
        hint={`${user.first_name} reads it in a mail.`}
      />
    </FormDialog>
  )
}
