import { useState } from 'react'
import { PageTitle } from '#app-ui/page-title.tsx'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { Button } from '#ui/actions/button.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { Form, FormActions } from '#ui/form/form.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { identityCalls } from '../../components/calls.tsx'
import { PasswordVerdict } from '../../components/password-verdict.tsx'

export default function UpdatePassword() {
  const [changes, setChanges] = useState(0)
  return (
    <Stack>
      <PageTitle>Password</PageTitle>
      <PageHeading
        back={<BackLink to="/dashboard">Back to dashboard</BackLink>}
        title="Password"
        lead={
          'After a change every other session of yours ends, and you get an e-mail with a ' +
          'link in case it was not you.'
        }
      />
      <Panel>
        <PasswordForm key={changes} onChanged={() => setChanges(changes + 1)} />
      </Panel>
    </Stack>
  )
}

function PasswordForm({ onChanged }: { onChanged: () => void }) {
  const [typed, setTyped] = useState('')
  const form = useFormAction(async ({ current_password, new_password = '', confirm_password }) => {
    const { message } = await identityCalls.changePassword.call({
      current_password,
      new_password,
      confirm_password,
    })

    toast.success(message)
    onChanged()
  })

  return (
    <Form errors={form.errors} onSubmit={form.onSubmit}>
      <PasswordField label="Old password" name="current_password" autoComplete="current-password" />
      <PasswordField
        label="New password"
        name="new_password"
        autoComplete="new-password"
        onChange={(event) => setTyped(event.target.value)}
      />
      <PasswordVerdict typed={typed} />
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
