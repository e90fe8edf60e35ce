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
      title="Confirm your new email"
      lead={
        'Your account will use this email address. Withdrawals are paused for 24 hours after ' +
        'the change.'
      }
    >
      <Form errors={form.errors} onSubmit={form.onSubmit}>
        <Button
          type="submit"
          variant="primary"
          block
          pending={form.pending}
          pendingLabel="Changing..."
        >
          Confirm email
        </Button>
        <p className="small muted">
          The link works once and expires in 30 minutes. You can request a new one in your profile.
        </p>
      </Form>
    </AuthPage>
  )
}
