import { AuthPage } from '../../components/auth-page.tsx'
import { identityCalls } from '../../components/calls.tsx'
import { ForgotForm } from '../../components/forgot-form.tsx'

export default function ForgotPassword() {
  return (
    <AuthPage
      title="Forgot password"
      lead="We’ll email you a reset link. It works once and expires in 30 minutes."
    >
      <ForgotForm logInAt="/login" send={(email) => identityCalls.forgotPassword.call({ email })} />
    </AuthPage>
  )
}
