import { AuthPage } from '../../components/auth-page.tsx'
import { identityCalls } from '../../components/calls.tsx'
import { ForgotForm } from '../../components/forgot-form.tsx'

export default function AdminForgotPassword() {
  return (
    <AuthPage
      staff
      title="Forgot password"
      lead="We’ll email you a reset link. It works once and expires in 30 minutes."
    >
      <ForgotForm
        logInAt="/admin-login"
        send={(email) => identityCalls.adminForgotPassword.call({ email })}
      />
    </AuthPage>
  )
}
