import { useAddressDialog } from '#app-ui/use-address-dialog.ts'
import { describeDeciders, usePermission } from '#modules/approvals/components/use-permission.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import { findDeletionObstacle } from '../model/deletion-obstacle.ts'
import type { UserDetails } from './calls.tsx'
import { DeleteMember } from './delete-member.tsx'
import { EndSessions, ReactivateMember, SuspendMember } from './member-action-dialogs.tsx'

const ACTIONS = ['suspend', 'reactivate', 'sessions', 'delete'] as const
type Props = { user: UserDetails }

/** Renders the menu of actions on a member, with a reason for each unavailable one. */
export function MemberActions({ user, onResetFactor }: Props & { onResetFactor: () => void }) {
  const [action, setAction] = useAddressDialog(ACTIONS)
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
            label: suspended ? 'Edit suspension…' : 'Suspend…',
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
            label: 'Reset 2FA…',
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
            unavailable:
              explainUnavailable(canDelete, 'member.delete') ?? findDeletionObstacle(user),
            onSelect: () => setAction('delete'),
          },
        ]}
      />
      {action === 'suspend' && canEdit && !notYet && <SuspendMember {...dialog} />}
      {action === 'reactivate' && canEdit && suspended && <ReactivateMember {...dialog} />}
      {action === 'sessions' && canEdit && <EndSessions {...dialog} />}
      {action === 'delete' && canDelete && <DeleteMember {...dialog} />}
    </>
  )
}
