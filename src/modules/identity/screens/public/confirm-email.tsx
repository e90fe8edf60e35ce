import { Link, useNavigate, useParams } from 'react-router'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Form } from '#ui/form/form.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { AuthPage } from '../../components/auth-page.tsx'
import { identityCalls } from '../../components/calls.tsx'
import { takeNextQuery } from '../../components/remembered-address.tsx'

/** Requires a press of a button, so that a mail program that opens links changes nothing. */
export default function ConfirmEmail() {
  const navigate = useNavigate()
  const { token = '' } = useParams()
  const form = useFormAction(async () => {
    await identityCalls.confirm.call({ token })
    toast.success('Account verified successfully!')
    await navigate(`/login${takeNextQuery()}`)
  }, 'Verification failed')

  return (
    <AuthPage
      title="Confirm your email"
      lead="Confirm your email address to activate your account."
    >
      <Form errors={form.errors} onSubmit={form.onSubmit}>
        <Button
          type="submit"
          variant="primary"
          block
          pending={form.pending}
          pendingLabel="Verifying..."
        >
          Verify email
        </Button>
        <p className="small muted">
          Link expired?{' '}
          <Link className="link" to="/verify">
            Get a new code
          </Link>
        </p>
      </Form>
    </AuthPage>
  )
}
