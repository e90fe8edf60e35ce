import { useToastAction } from '#app-ui/use-toast-action.tsx'
import type { Role } from '#lib/roles.ts'
import { FieldRow } from '#ui/form/form.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { administrationCalls } from './calls.tsx'
import { ROLE_OPTIONS } from './staff-labels.tsx'

/** The dialog that invites a staff member, who chooses a password by a link in a mail. */
export function InviteStaff({ onClose }: { onClose: () => void }) {
  const form = useToastAction(async ({ firstName = '', lastName = '', email = '', role }) => {
    const input = { firstName, lastName, email, role: role as Role }
    return (await administrationCalls.invite.call(input)).body
  }, onClose)

  return (
    <FormDialog
      open
      onClose={onClose}
      title="Invite a staff member"
      actionLabel="Send invitation"
      acting="Inviting..."
      {...form}
    >
      <FieldRow>
        <TextField label="First Name" name="firstName" autoComplete="off" />
        <TextField label="Last Name" name="lastName" autoComplete="off" />
      </FieldRow>
      <TextField label="Email Address" name="email" inputMode="email" autoComplete="off" />
      <SelectField label="Role" name="role" defaultValue="viewer" options={ROLE_OPTIONS} />
      <p className="muted">
        They set a password with the link in the invitation email, which works once and expires
        after three days. With real money, they must set up two-factor authentication (2FA) first,
        another owner has to approve the finance and owner roles, and a new admin can’t approve
        anything for the first 72 hours. All staff are notified.
      </p>
    </FormDialog>
  )
}
