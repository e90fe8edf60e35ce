import { useState } from 'react'
import { useParams } from 'react-router'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { Form } from '#ui/form/form.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { AuthPage } from '../../components/auth-page.tsx'
import { identityCalls } from '../../components/calls.tsx'

type CompromiseResponse = Awaited<ReturnType<typeof identityCalls.reportCompromise.call>>['data']

/** Displays the compromise report of a mail link, with one button that blocks the account. */
export default function NotMe() {
  const { token = '' } = useParams()
  const [done, setDone] = useState<CompromiseResponse | null>(null)
  const form = useFormAction(async () =>
    setDone((await identityCalls.reportCompromise.call({ token })).data),
  )

  if (done) return <AccountLocked {...done} />

  return (
    <AuthPage
      title="Lock your account"
      lead={
        'We’ll log you out everywhere, undo any change to your email address, and block logins ' +
        'and withdrawals until you set a new password. We’ll email you the link.'
      }
    >
      <Form errors={form.errors} onSubmit={form.onSubmit}>
        <Button
          type="submit"
          variant="primary"
          block
          pending={form.pending}
          pendingLabel="Locking..."
        >
          Lock my account
        </Button>
        <p className="small muted">Your money stays in your account.</p>
      </Form>
    </AuthPage>
  )
}

function AccountLocked({ restored, logInAt }: CompromiseResponse) {
  const staff = logInAt === '/admin-login'
  return (
    <AuthPage
      title="Your account is locked"
      lead={
        staff
          ? 'You’ve been logged out everywhere. You can’t access the back office until you set a ' +
            'new password.'
          : 'You’ve been logged out everywhere. No one can log in or withdraw until you set ' +
            'a new password.'
      }
    >
      <Stack>
        <Callout
          tone="done"
          title={restored ? 'Your previous email address is restored' : 'Your account is protected'}
          live
        >
          {staff
            ? 'We’ve emailed you the next steps and notified all staff. Once you’ve set a new ' +
              'password, check the audit log for actions under your name.'
            : 'We’ve emailed you the next steps. Once you’ve set a new password, check your ' +
              'withdrawal addresses and requests, and contact us if anything isn’t yours.'}
        </Callout>
        <div>
          <ButtonLink to={logInAt}>Log in</ButtonLink>
        </div>
      </Stack>
    </AuthPage>
  )
}
