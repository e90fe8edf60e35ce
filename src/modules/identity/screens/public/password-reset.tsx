import { useSearchParams } from 'react-router'
import { ButtonLink } from '#ui/actions/button.tsx'
import { Reference } from '#ui/layout/confirmation.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { Timeline, type TimelineStep } from '#ui/status/timeline.tsx'
import { AuthPage } from '../../components/auth-page.tsx'
import { useReference } from '../../components/use-reference.tsx'

const LOGGED_OUT: TimelineStep = {
  title: 'You’re logged out everywhere',
  note: 'Log in with your new password.',
  state: 'done',
}

const PAUSED: TimelineStep = {
  title: 'Withdrawals are paused for 24 hours',
  note: 'They resume automatically. Pending withdrawals are still processed.',
  state: 'now',
}

const MAILED: TimelineStep = {
  title: 'We email you a confirmation',
  note:
    'Within a few minutes. If you didn’t reset your password, the email has a link that locks ' +
    'your account.',
  state: 'now',
}

/** Confirms a password set by a link; its address can be opened again. */
export default function PasswordReset() {
  const [params] = useSearchParams()
  const isFirst = params.has('invited')
  const staff = isFirst || params.has('staff')
  const reference = useReference()

  return (
    <AuthPage
      staff={staff}
      title={isFirst ? 'Password set' : 'Password reset successfully'}
      lead="Your new password is valid immediately, and the link can’t be used again."
    >
      <Stack>
        {!isFirst && (
          <Timeline steps={staff ? [LOGGED_OUT, MAILED] : [LOGGED_OUT, PAUSED, MAILED]} />
        )}
        {reference && <Reference value={reference} />}
        <ButtonLink to={staff ? '/admin-login' : '/login'} variant="primary" block>
          Log in
        </ButtonLink>
      </Stack>
    </AuthPage>
  )
}
