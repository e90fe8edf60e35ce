import { AuthPage } from '../../components/auth-page.tsx'
import { identityCalls } from '../../components/calls.tsx'
import { ForgotForm } from '../../components/forgot-form.tsx'

export default function ForgotPassword() {
  return (
    <AuthPage
      title="Forgot password"
      lead="We send a link to your address. It works once, for 30 minutes."
    >
      <ForgotForm logInAt="/login" send={(email) => identityCalls.forgotPassword.call({ email })} />
    </AuthPage>
  )
}
