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
      title="This was not me"
      lead={
        'All sessions end, sign-in and withdrawals are blocked until you have set a new ' +
        'password, and a change of your e-mail address is reverted. We mail you the link.'
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
        <p className="small muted">Your balance is untouched, and nothing is lost.</p>
      </Form>
    </AuthPage>
  )
}

function AccountLocked({ restored, logInAt }: CompromiseResponse) {
  const staff = logInAt === '/admin-login'
  return (
    <AuthPage
      title="Your account is blocked"
      lead={
        staff
          ? 'All your sessions were ended. Your access to the back office is blocked until you ' +
            'have set a new password.'
          : 'All sessions were ended. Sign-in and withdrawals are blocked until you have set a ' +
            'new password.'
      }
    >
      <Stack>
        <Callout
          tone="done"
          title={
            restored ? 'Your old e-mail address was restored' : 'Your account is protected now'
          }
          live
        >
          {staff
            ? 'We have mailed you the next steps, and informed all staff. Check the record ' +
              'of what was done in your name once you have set a new password.'
            : 'We have mailed you the next steps. Check your wallet addresses and requests ' +
              'once you have set a new password, and write to us if anything there isn’t ' +
              'yours.'}
        </Callout>
        <div>
          <ButtonLink to={logInAt}>Go to the log-in</ButtonLink>
        </div>
      </Stack>
    </AuthPage>
  )
}
