import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { parseNextPage } from '#platform/client/signed-out.ts'
import { Button } from '#ui/actions/button.tsx'
import { Form } from '#ui/form/form.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { AuthPage } from '../../components/auth-page.tsx'
import { identityCalls } from '../../components/calls.tsx'
import { useLogInNote } from '../../components/log-in-note.tsx'
import {
  findSecondStep,
  PasskeyLogIn,
  SecondStep,
  type Step,
} from '../../components/log-in-steps.tsx'

export default function AdminLogIn() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const note = useLogInNote()
  const [step, setStep] = useState<Step | null>(null)
  const openDashboard = async (message: string) => {
    toast.success(message)
    await navigate(parseNextPage(search, '/admin-dashboard'))
  }

  const form = useFormAction(async ({ email = '', password = '' }) => {
    try {
      await openDashboard(
        (await identityCalls.adminLogIn.call({ email, password, session: 'cookie' })).message,
      )
    } catch (error) {
      const next = findSecondStep(error)
      if (!next) throw error
      setStep(next)
    }
  }, 'Login failed')

  if (step)
    return (
      <AuthPage
        staff
        title="Two-factor authentication"
        lead="Enter your 2FA code to finish logging in."
      >
        <SecondStep kind="admin" step={step} onIn={openDashboard} onBack={() => setStep(null)} />
      </AuthPage>
    )

  return (
    <AuthPage
      staff
      title="Staff login"
      lead="For staff only. Members log in on the member login page."
    >
      {note && (
        <Callout tone="info" live>
          {note}
        </Callout>
      )}
      <Form errors={form.errors} onSubmit={form.onSubmit}>
        <TextField label="Email" name="email" type="email" autoComplete="username" />
        <PasswordField label="Password" name="password" autoComplete="current-password" />
        <Button
          type="submit"
          variant="primary"
          block
          pending={form.pending}
          pendingLabel="Logging in..."
        >
          Login
        </Button>
        <PasskeyLogIn kind="admin" onIn={openDashboard} />
        <p className="small">
          <Link className="link" to="/admin-forgot-password">
            Forgot Password
          </Link>
        </p>
      </Form>
    </AuthPage>
  )
}
