import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { Form } from '#ui/form/form.tsx'
import { Notice } from '#ui/status/notice.tsx'
import { AuthPage } from '../../components/auth-page.tsx'
import { identityCalls } from '../../components/calls.tsx'
import { useAct } from '../../components/use-act.tsx'

/** A mail program that opens links by itself freezes nothing: it takes a press of the button. */
export default function NotMe() {
  const { token = '' } = useParams()
  const [resetAt, setResetAt] = useState<string | null>(null)
  const form = useAct(async () => {
    const { data } = await identityCalls.reportNotMe.call({ token })
    setResetAt(data.resetAt)
  })
  if (resetAt)
    return (
      <AuthPage title="Your account is frozen" lead="Nobody can sign in or withdraw any more.">
        <Notice tone="done" live title="Done.">
          All sessions were ended. Your balance is untouched.
        </Notice>
        <p>
          Before you set a new password, make sure that nobody else reads your mailbox. Withdrawals open 24
          hours after that.
        </p>
        <ButtonLink variant="primary" to={resetAt} block>
          Set a new password
        </ButtonLink>
      </AuthPage>
    )
  return (
    <AuthPage
      title="This wasn’t you?"
      lead="One press freezes your account: every session ends, and nobody can sign in or withdraw until you have set a new password by a link that we mail you."
    >
      <Form errors={form.errors} onSubmit={form.onSubmit}>
        <Button type="submit" variant="primary" block pending={form.pending} pendingLabel="Freezing...">
          Freeze my account
        </Button>
        <p className="small muted">
          It was you after all?{' '}
          <Link className="link" to="/">
            Leave everything as it is
          </Link>
        </p>
      </Form>
    </AuthPage>
  )
}
