import { Link, useNavigate, useParams } from 'react-router'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Form } from '#ui/form/form.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { AuthPage } from '../../components/auth-page.tsx'
import { identityCalls } from '../../components/calls.tsx'

export default function ResetPassword() {
  const navigate = useNavigate()
  const { id = '' } = useParams()
  const form = useFormAction(async ({ password = '' }) => {
    const { data } = await identityCalls.resetPassword.call({ id, password })
    toast.success('Password reset successfully')
    await navigate(data.logInAt)
  })

  return (
    <AuthPage
      title="Choose a new password"
      lead="All your other sessions end, and withdrawals are paused for 24 hours."
    >
      <Form errors={form.errors} onSubmit={form.onSubmit}>
        <PasswordField
          label="New Password"
          name="password"
          autoComplete="new-password"
          hint="12 to 128 characters. Pasting from a password manager is fine."
        />
        <Button
          type="submit"
          variant="primary"
          block
          pending={form.pending}
          pendingLabel="Resetting..."
        >
          Reset Password
        </Button>
        <p className="small muted">
          The link is too old?{' '}
          <Link className="link" to="/forgot-password">
            Ask for a new one
          </Link>
        </p>
      </Form>
    </AuthPage>
  )
}
