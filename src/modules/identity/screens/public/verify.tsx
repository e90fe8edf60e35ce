import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { getErrorMessage, useFormAction } from '#app-ui/use-form-action.tsx'
import { pickNextQuery } from '#platform/client/signed-out.ts'
import { Button } from '#ui/actions/button.tsx'
import { Form } from '#ui/form/form.tsx'
import { CodeField, TextField } from '#ui/form/text-field.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { AuthPage } from '../../components/auth-page.tsx'
import { identityCalls } from '../../components/calls.tsx'
import { usePageNote } from '../../components/log-in-note.tsx'
import { readRememberedAddress, rememberAddress } from '../../components/remembered-address.tsx'

const RESEND_S = 30

export default function Verify() {
  const navigate = useNavigate()
  const note = usePageNote()
  const next = pickNextQuery(useLocation().search)
  const [known, setKnown] = useState('')
  useEffect(() => setKnown(readRememberedAddress()), [])

  const form = useFormAction(async ({ email = '', verifyCode = '' }) => {
    await identityCalls.verify.call({ email: known || email, verifyCode })
    toast.success('Account verified successfully!')
    await navigate(`/login${next}`)
  }, 'Verification failed')

  return (
    <AuthPage
      title="Verify your email"
      lead={
        known ? (
          <>
            We sent a 6-digit code to <b>{known}</b>. It’s valid for 10 minutes.
          </>
        ) : (
          'Enter the 6-digit code we emailed you.'
        )
      }
    >
      {note && <Callout title={note} live />}
      <Form errors={form.errors} onSubmit={form.onSubmit}>
        {!known && <TextField label="Email" name="email" type="email" autoComplete="username" />}
        <CodeField label="Verification code" name="verifyCode" hint="6-digit code" />
        <Button
          type="submit"
          variant="primary"
          block
          pending={form.pending}
          pendingLabel="Verifying..."
        >
          Verify
        </Button>
        <SendAgain email={known} />
        <p className="small">
          <Link className="link" to={`/signup${next}`}>
            Create Account
          </Link>{' '}
          ·{' '}
          <Link className="link" to="/forgot-password">
            Forgot Password
          </Link>
        </p>
      </Form>
    </AuthPage>
  )
}

/** Displays the button for a new code, with a countdown of 30 seconds. */
function SendAgain({ email }: { email: string }) {
  const [left, setLeft] = useState(RESEND_S)
  const [pending, setPending] = useState(false)

  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])

  const send = async (typed: string) => {
    setPending(true)

    try {
      const { message } = await identityCalls.newCode.call({ email: typed })
      rememberAddress(typed)
      toast.success(message)
      setLeft(RESEND_S)
    } catch (error) {
      toast.error(getErrorMessage(error))
    } finally {
      setPending(false)
    }
  }

  return (
    <Button
      block
      pending={pending}
      pendingLabel="Sending..."
      aria-disabled={left > 0}
      onClick={(event) => {
        const field = event.currentTarget.form?.elements.namedItem('email')
        if (left <= 0) void send(email || (field instanceof HTMLInputElement ? field.value : ''))
      }}
    >
      {left > 0 ? `Send a new code (in ${left} s)` : 'Send a new code'}
    </Button>
  )
}
