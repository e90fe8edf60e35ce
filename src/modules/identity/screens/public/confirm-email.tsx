import { Link, useNavigate, useParams } from 'react-router'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Form } from '#ui/form/form.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { AuthPage } from '../../components/auth-page.tsx'
import { identityCalls } from '../../components/calls.tsx'

/** Requires a press of a button, so that a mail program that opens links changes nothing. */
export default function ConfirmEmail() {
  const navigate = useNavigate()
  const { token = '' } = useParams()
  const form = useFormAction(async () => {
    await identityCalls.confirm.call({ token })
    toast.success('Account verified successfully!')
    await navigate('/login')
  }, 'Verification failed')

  return (
    <AuthPage title="Confirm your e-mail" lead="One press and your address is verified.">
      <Form errors={form.errors} onSubmit={form.onSubmit}>
        <Button
          type="submit"
          variant="primary"
          block
          pending={form.pending}
          pendingLabel="Verifying..."
        >
          Verify my e-mail
        </Button>
        <p className="small muted">
          The link no longer works?{' '}
          <Link className="link" to="/verify">
            Ask for a new code
          </Link>
        </p>
      </Form>
    </AuthPage>
  )
}
