import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Form } from '#ui/form/form.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { AuthPage } from '../../components/auth-page.tsx'
import { identityCalls } from '../../components/calls.tsx'

/** The texts for a member, for staff, and for staff who have no password yet. */
const TEXTS = {
  member: {
    title: 'Set a new password',
    lead: 'You’ll be logged out everywhere, and withdrawals are paused for 24 hours.',
    button: 'Reset Password',
    pending: 'Resetting...',
  },
  staff: {
    title: 'Set a new password',
    lead: 'You’ll be logged out everywhere.',
    button: 'Reset Password',
    pending: 'Resetting...',
  },
  invited: {
    title: 'Set your password',
    lead: 'You log in to the back office with it and your email address.',
    button: 'Set password',
    pending: 'Saving...',
  },
} as const

/** Sets a new password by a link; its address says whom the link is for. */
export default function ResetPassword() {
  const navigate = useNavigate()
  const { id = '' } = useParams()
  const [query] = useSearchParams()
  const audience = query.has('invited') ? 'invited' : query.has('staff') ? 'staff' : 'member'
  const { title, lead, button, pending } = TEXTS[audience]
  const form = useFormAction(async ({ password = '' }) => {
    const { data } = await identityCalls.resetPassword.call({ id, password })
    const params = new URLSearchParams({ reference: data.reference })
    if (data.logInAt === '/admin-login')
      params.set(audience === 'invited' ? 'invited' : 'staff', '')
    await navigate(`/password-reset?${params}`, { replace: true })
  })

  return (
    <AuthPage staff={audience !== 'member'} title={title} lead={lead}>
      <Form errors={form.errors} onSubmit={form.onSubmit}>
        <PasswordField
          label="New Password"
          name="password"
          autoComplete="new-password"
          hint="12 to 128 characters. You can paste from a password manager."
        />
        <Button type="submit" variant="primary" block pending={form.pending} pendingLabel={pending}>
          {button}
        </Button>
        <p className="small muted">
          Link expired?{' '}
          {audience === 'invited' ? (
            'Ask the person who invited you for a new one.'
          ) : (
            <Link
              className="link"
              to={audience === 'staff' ? '/admin-forgot-password' : '/forgot-password'}
            >
              Get a new one
            </Link>
          )}
        </p>
      </Form>
    </AuthPage>
  )
}
