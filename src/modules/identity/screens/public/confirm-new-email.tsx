import { useNavigate, useParams } from 'react-router'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Form } from '#ui/form/form.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { AuthPage } from '../../components/auth-page.tsx'
import { identityCalls } from '../../components/calls.tsx'

/** Requires a press of a button, so that a mail program that opens links changes nothing. */
export default function ConfirmNewEmail() {
  const navigate = useNavigate()
  const { token = '' } = useParams()
  const form = useFormAction(async () => {
    const { message } = await identityCalls.changeEmail.call({ token })
    toast.success(message)
    await navigate('/dashboard/user-profile')
  })

  return (
    <AuthPage
      title="Use this e-mail address"
      lead="One press and your account uses it. Withdrawals are paused for 24 hours afterwards."
    >
      <Form errors={form.errors} onSubmit={form.onSubmit}>
        <Button
          type="submit"
          variant="primary"
          block
          pending={form.pending}
          pendingLabel="Changing..."
        >
          Use this address
        </Button>
        <p className="small muted">
          The link works for 30 minutes and once. A new one is sent from your profile.
        </p>
      </Form>
    </AuthPage>
  )
}
