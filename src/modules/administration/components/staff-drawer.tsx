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
import { Callout } from '#ui/status/callout.tsx'
import { administrationCalls, type StaffMember } from './calls.tsx'
import { type StaffAction, StaffActionDialog, StaffActions } from './staff-actions.tsx'
import { formatRole, formatStaffName, ROLE_OPTIONS, StaffTag } from './staff-labels.tsx'

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
        <StaffActionDialog action={action} person={person} onClose={() => setAction(undefined)} />
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
          { label: 'Two-factor authentication', value: person.hasFactor ? 'On' : 'Off' },
          ...(person.resetDueAt
            ? [{ label: '2FA reset, UTC', value: <When at={person.resetDueAt} timeZone="UTC" /> }]
            : []),
          { label: 'Open sessions', value: person.openSessions },
          {
            label: 'Last login, UTC',
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
  const form = useToastAction(
    async ({ role }) =>
      (await administrationCalls.changeRole.call({ id: person._id, role: role as Role })).body,
  )
  return (
    <DrawerPart title="Role">
      <Form errors={form.errors} onSubmit={form.onSubmit}>
        <SelectField label="Role" name="role" defaultValue={person.role} options={ROLE_OPTIONS} />
        <FormActions>
          <Button type="submit" pending={form.pending} pendingLabel="Saving...">
            Change role
          </Button>
        </FormActions>
      </Form>
    </DrawerPart>
  )
}
