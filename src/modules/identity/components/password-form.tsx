import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Form, FormActions } from '#ui/form/form.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { identityCalls } from './calls.tsx'
import { PasswordVerdict } from './password-verdict.tsx'
import type { Kind } from './security-calls.tsx'

type Changed = Awaited<ReturnType<typeof identityCalls.changePassword.call>>

/**
 * The form that changes the caller's own password. A member is led to a confirmation; for staff it
 * is empty again.
 */
export function PasswordForm({ kind }: { kind: Kind }) {
  const navigate = useNavigate()
  const [changes, setChanges] = useState(0)
  const confirm = async ({ message, data }: Changed) => {
    if (kind === 'member')
      return await navigate(`/dashboard/password-changed?reference=${data.reference}`)

    toast.success(message)
    setChanges(changes + 1)
  }

  return <Fields key={changes} kind={kind} onChanged={confirm} />
}

type FieldsProps = { kind: Kind; onChanged: (answer: Changed) => Promise<void> }

function Fields({ kind, onChanged }: FieldsProps) {
  const [typed, setTyped] = useState('')
  const form = useFormAction(
    async ({ current_password = '', new_password = '', confirm_password }) => {
      const change =
        kind === 'member' ? identityCalls.changePassword : identityCalls.changeStaffPassword
      await onChanged(await change.call({ current_password, new_password, confirm_password }))
    },
  )

  return (
    <Form errors={form.errors} onSubmit={form.onSubmit}>
      <PasswordField label="Old password" name="current_password" autoComplete="current-password" />
      <PasswordField
        label="New password"
        name="new_password"
        autoComplete="new-password"
        onChange={(event) => setTyped(event.target.value)}
      />
      <PasswordVerdict kind={kind} typed={typed} />
      <PasswordField
        label="Confirm new password"
        name="confirm_password"
        autoComplete="new-password"
      />
      <FormActions>
        <Button type="submit" variant="primary" pending={form.pending} pendingLabel="Changing...">
          Change password
        </Button>
      </FormActions>
    </Form>
  )
}
