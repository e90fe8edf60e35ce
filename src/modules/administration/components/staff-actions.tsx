import { useToastAction } from '#app-ui/use-toast-action.tsx'
import { Button } from '#ui/actions/button.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { ReasonDialog } from '#ui/overlay/reason-dialog.tsx'
import { administrationCalls, type StaffMember } from './calls.tsx'
import { formatStaffName } from './staff-labels.tsx'

export type StaffAction = 'suspend' | 'reinstate' | 'end' | 'factor' | 'stop'

/** The buttons that open the dialogs of an owner's actions. */
export const StaffActions = ({
  person,
  onSelect,
}: {
  person: StaffMember
  onSelect: (action: StaffAction) => void
}) => (
  <FormActions>
    {person.state === 'suspended' ? (
      <Button variant="primary" onClick={() => onSelect('reinstate')}>
        Restore access…
      </Button>
    ) : (
      !person.me && <Button onClick={() => onSelect('suspend')}>Suspend…</Button>
    )}
    <Button onClick={() => onSelect('end')}>End all sessions…</Button>
    {person.resetDueAt ? (
      <Button onClick={() => onSelect('stop')}>Cancel reset…</Button>
    ) : (
      person.hasFactor &&
      !person.me && <Button onClick={() => onSelect('factor')}>Reset 2FA…</Button>
    )}
  </FormActions>
)

type StaffActionCopy = {
  title: (name: string) => string
  text: string
  actionLabel: string
  withReason?: true
  send: (input: { id: string; reason: string }) => Promise<{ message: string }>
}

/** The actions of an owner on a staff member: the dialog's text and the call. */
const STAFF_ACTIONS: Record<StaffAction, StaffActionCopy> = {
  suspend: {
    title: (name) => `Suspend ${name}?`,
    text:
      'The reason is shown to all staff. All sessions end immediately. The audit log is not ' +
      'changed.',
    actionLabel: 'Suspend',
    withReason: true,
    send: (input) => administrationCalls.suspendStaff.call(input),
  },
  reinstate: {
    title: (name) => `Restore access for ${name}?`,
    text: 'They can log in again with the role shown.',
    actionLabel: 'Restore access',
    send: async ({ id }) => (await administrationCalls.reinstateStaff.call({ id })).body,
  },
  end: {
    title: (name) => `End all sessions of ${name}?`,
    text: 'They have to log in again on every device.',
    actionLabel: 'End all sessions',
    send: ({ id }) => administrationCalls.endStaffSessions.call({ id }),
  },
  factor: {
    title: (name) => `Reset 2FA for ${name}?`,
    text:
      'Describe how you verified their identity. All staff are emailed. With real money, ' +
      'another admin has to approve, and the reset takes effect a day later.',
    actionLabel: 'Reset 2FA',
    withReason: true,
    send: async (input) => (await administrationCalls.resetStaffFactor.call(input)).body,
  },
  stop: {
    title: (name) => `Cancel the 2FA reset for ${name}?`,
    text: 'Their two-factor authentication doesn’t change.',
    actionLabel: 'Cancel reset',
    send: ({ id }) => administrationCalls.stopStaffReset.call({ id }),
  },
}

type Props = { action: StaffAction; person: StaffMember; onClose: () => void }

/** Asks an owner to confirm an action on a staff member. */
export function StaffActionDialog({ action, person, onClose }: Props) {
  const { _id: id } = person
  const form = useToastAction(
    ({ reason = '' }) => STAFF_ACTIONS[action].send({ id, reason }),
    onClose,
  )
  const { title, text, actionLabel, withReason } = STAFF_ACTIONS[action]
  const shared = {
    open: true,
    onClose,
    title: title(formatStaffName(person)),
    actionLabel,
    acting: 'Loading....',
    ...form,
  }
  if (withReason) return <ReasonDialog {...shared} hint={text} />

  return (
    <FormDialog {...shared}>
      <p>{text}</p>
    </FormDialog>
  )
}
