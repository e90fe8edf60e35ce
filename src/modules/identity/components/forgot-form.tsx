import { Link, useNavigate } from 'react-router'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Form } from '#ui/form/form.tsx'
import { TextField } from '#ui/form/text-field.tsx'

type Props = {
  send: (email: string) => Promise<{ message: string }>
  logInAt: '/login' | '/admin-login'
}

/** Requests a password link; the response is the same for every address. */
export function ForgotForm({ send, logInAt }: Props) {
  const navigate = useNavigate()
  const form = useFormAction(async ({ email = '' }) => {
    const { message } = await send(email)
    await navigate(logInAt, { state: { note: message } })
  })

  return (
    <Form errors={form.errors} onSubmit={form.onSubmit}>
      <TextField label="Email" name="email" type="email" autoComplete="username" />
      <Button
        type="submit"
        variant="primary"
        block
        pending={form.pending}
        pendingLabel="Sending..."
      >
        Send Reset Password Link
      </Button>
      <p className="small">
        <Link className="link" to={logInAt}>
          Back to login
        </Link>
      </p>
    </Form>
  )
}
