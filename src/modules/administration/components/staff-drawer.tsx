import { useState } from 'react'
import { useToastAction } from '#app-ui/use-toast-action.tsx'
import type { Role } from '#lib/roles.ts'
import { describeDeciders, usePermission } from '#modules/approvals/components/use-permission.tsx'
import { Button } from '#ui/actions/button.tsx'
import { TextLink } from '#ui/actions/text-link.tsx'
import { When } from '#ui/figures/when.tsx'
import { Form, FormActions } from '#ui/form/form.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Drawer, DrawerPart } from '#ui/overlay/dialog.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { ReasonDialog } from '#ui/overlay/reason-dialog.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { administrationCalls, type StaffMember } from './calls.tsx'
import { formatRole, formatStaffName, ROLE_OPTIONS, StaffTag } from './staff-labels.tsx'

type StaffAction = 'suspend' | 'reinstate' | 'end' | 'factor' | 'stop'

/** Shows a staff member, with the actions of an owner. */
export function StaffDrawer({
  person,
  onClose,
}: {
  person: StaffMember | undefined
  onClose: () => void
}) {
  const [action, setAction] = useState<StaffAction>()
  const may = usePermission('staff.manage')

  return (
    <Drawer
      open={person !== undefined}
      onClose={onClose}
      title={person ? formatStaffName(person) : 'Staff'}
      aside={person && <StaffTag state={person.state} />}
      foot={
        person &&
        (may ? (
          <StaffActions person={person} onSelect={setAction} />
        ) : (
          describeDeciders('staff.manage')
        ))
      }
    >
      {person && <Facts person={person} />}
      {person && may && <RoleForm key={`${person._id} ${person.role}`} person={person} />}
      {person && action && (
        <ActionDialog action={action} person={person} onClose={() => setAction(undefined)} />
      )}
    </Drawer>
  )
}

const Facts = ({ person }: { person: StaffMember }) => (
  <>
    {person.suspendedReason && (
      <Callout tone="caution" title="Suspended." inPanel>
        {person.suspendedReason}
      </Callout>
    )}
    <DrawerPart title="Access">
      <KeyValues
        rows={[
          { label: 'Email', value: <span className="anywhere">{person.email}</span> },
          { label: 'Role', value: formatRole(person.role) },
          { label: 'Second factor', value: person.hasFactor ? 'Set up' : 'None' },
          ...(person.resetDueAt
            ? [{ label: 'Reset due, UTC', value: <When at={person.resetDueAt} timeZone="UTC" /> }]
            : []),
          { label: 'Open sessions', value: person.openSessions },
          {
            label: 'Last sign-in, UTC',
            value: person.lastSignInAt ? <When at={person.lastSignInAt} timeZone="UTC" /> : 'never',
          },
          { label: 'Added, UTC', value: <When at={person.createdAt} timeZone="UTC" /> },
        ]}
      />
      <p>
        <TextLink to={`/admin-dashboard/audit?search=${person._id}`}>View activity</TextLink>
      </p>
    </DrawerPart>
  </>
)

function RoleForm({ person }: { person: StaffMember }) {
  const form = useToastAction(({ role }) =>
    administrationCalls.changeRole.call({ id: person._id, role: role as Role }),
  )
  return (
    <DrawerPart title="Role">
      <Form errors={form.errors} onSubmit={form.onSubmit}>
        <SelectField label="Role" name="role" defaultValue={person.role} options={ROLE_OPTIONS} />
        <FormActions>
          <Button type="submit" pending={form.pending} pendingLabel="Saving...">
            Change the role
          </Button>
        </FormActions>
      </Form>
    </DrawerPart>
  )
}

const StaffActions = ({
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
      <Button onClick={() => onSelect('stop')}>Stop the reset…</Button>
    ) : (
      person.hasFactor &&
      !person.me && <Button onClick={() => onSelect('factor')}>Reset second factor…</Button>
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
      'The reason is shown to all staff. Every session ends at once; the audit log is not ' +
      'changed.',
    actionLabel: 'Suspend',
    withReason: true,
    send: (input) => administrationCalls.suspendStaff.call(input),
  },
  reinstate: {
    title: (name) => `Restore the access of ${name}?`,
    text: 'They can sign in again, with the role shown.',
    actionLabel: 'Restore access',
    send: ({ id }) => administrationCalls.reinstateStaff.call({ id }),
  },
  end: {
    title: (name) => `End every session of ${name}?`,
    text: 'They have to log in again, on every device.',
    actionLabel: 'End all sessions',
    send: ({ id }) => administrationCalls.endStaffSessions.call({ id }),
  },
  factor: {
    title: (name) => `Reset the second factor of ${name}?`,
    text:
      'Explain how you verified that they lost it. All staff are mailed. With real money ' +
      'another admin approves it, and the reset follows after a day.',
    actionLabel: 'Reset second factor',
    withReason: true,
    send: async (input) => (await administrationCalls.resetStaffFactor.call(input)).body,
  },
  stop: {
    title: (name) => `Stop the reset for ${name}?`,
    text: 'Their second factor stays as it is.',
    actionLabel: 'Stop the reset',
    send: ({ id }) => administrationCalls.stopStaffReset.call({ id }),
  },
}

type ActionDialogProps = { action: StaffAction; person: StaffMember; onClose: () => void }

function ActionDialog({ action, person, onClose }: ActionDialogProps) {
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
