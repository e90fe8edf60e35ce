import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { CallError } from '#platform/client/call-error.ts'
import { parseNextPage, pickNextQuery } from '#platform/client/signed-out.ts'
import { Button } from '#ui/actions/button.tsx'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
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
import { rememberAddress } from '../../components/remembered-address.tsx'

/** Displays the sign-in form and its second step. */
export default function LogIn() {
  const note = useLogInNote()
  const next = pickNextQuery(useLocation().search)
  const [step, setStep] = useState<Step | null>(null)
  const { form, openDashboard } = useLogIn(setStep)

  if (step)
    return (
      <AuthPage title="Two-factor authentication" lead="Enter your 2FA code to finish logging in.">
        <SecondStep kind="member" step={step} onIn={openDashboard} onBack={() => setStep(null)} />
      </AuthPage>
    )

  return (
    <AuthPage
      title="Login"
      lead="Access your balance, investments and transactions."
      aside={<Link to={`/signup${next}`}>Create Account</Link>}
    >
      {note && (
        <Callout tone="info" live>
          {note}
        </Callout>
      )}
      <Form errors={form.errors} onSubmit={form.onSubmit}>
        <TextField label="Email" name="email" type="email" autoComplete="username" />
        <PasswordField label="Password" name="password" autoComplete="current-password" />
        <CheckboxField
          label="Remember me"
          name="rememberMe"
          hint="Stay logged in on this device for seven days."
        />
        <Button
          type="submit"
          variant="primary"
          block
          pending={form.pending}
          pendingLabel="Logging in..."
        >
          Login
        </Button>
        <PasskeyLogIn kind="member" onIn={openDashboard} />
        <p className="small">
          <Link className="link" to="/forgot-password">
            Forgot Password
          </Link>
        </p>
      </Form>
    </AuthPage>
  )
}

function useLogIn(setStep: (step: Step) => void) {
  const navigate = useNavigate()
  const { search } = useLocation()
  const openDashboard = async (message: string) => {
    toast.success(message)
    await navigate(parseNextPage(search, '/dashboard'))
  }

  const form = useFormAction(async ({ email = '', password = '', rememberMe }) => {
    try {
      const answer = await identityCalls.logIn.call({
        email,
        password,
        rememberMe: rememberMe !== undefined,
        session: 'cookie',
      })

      await openDashboard(answer.status)
    } catch (error) {
      const next = findSecondStep(error)
      if (next) return setStep(next)
      if (!(error instanceof CallError && error.code === 'unverified')) throw error
      rememberAddress(email)
      await navigate(`/verify${pickNextQuery(search)}`, { state: { note: error.message } })
    }
  }, 'Login failed')

  return { form, openDashboard }
}
