import { useState } from 'react'
import { Link } from 'react-router'
import { CallError } from '#platform/client/call-error.ts'
import { Button } from '#ui/actions/button.tsx'
import { TextButton } from '#ui/actions/text-button.tsx'
import { fingerprint } from '#ui/icons.ts'
import { toast } from '#ui/status/toaster.tsx'
import { identityCalls } from './calls.tsx'
import { knowsPasskeys, showPasskey } from './passkeys.tsx'
import { Prove } from './prove.tsx'
import type { Kind, Way } from './security-calls.tsx'
import { sentenceOf } from './use-act.tsx'

export type Step = { ticket: string; ways: readonly Way[] }

/** The second step that an answer asks for; null when it is any other failure. */
export function stepIn(error: unknown): Step | null {
  if (!(error instanceof CallError) || error.code !== 'second_factor_needed') return null
  const { ticket, ways } = error.alongside
  return { ticket: String(ticket), ways: (ways ?? []) as Way[] }
}

const finishing = (kind: Kind) =>
  kind === 'member' ? identityCalls.finishLogIn : identityCalls.finishAdminLogIn

type Props = {
  kind: Kind
  step: Step
  onIn: (message: string) => Promise<void>
  onBack: () => void
}

/** After the right password: the second factor. A log-in that took too long begins again. */
export function SecondStep({ kind, step: { ticket, ways }, onIn, onBack }: Props) {
  const orAnew = (error: unknown): never => {
    if (error instanceof CallError && error.code === 'ticket_invalid') onBack()
    throw error
  }

  return (
    <Prove
      ways={ways}
      act="Login"
      acting="Logging in..."
      onProof={async ({ code, recovery_code }) => {
        const shown = { ticket, code, recovery_code, session: 'cookie' as const }
        await onIn((await finishing(kind).call(shown).catch(orAnew)).message)
      }}
      onPasskey={async () => {
        const { data } = await identityCalls.challengePasskey.call({ ticket }).catch(orAnew)
        const passkey = await showPasskey(data.options)
        const shown = { ticket, passkey, session: 'cookie' as const }
        await onIn((await finishing(kind).call(shown).catch(orAnew)).message)
      }}
    >
      <p className="small muted">
        {kind === 'member' ? (
          <>
            Everything lost, the recovery codes too?{' '}
            <Link className="link" to="/contact">
              Write to us
            </Link>
            : once it is certain who you are, the staff can reset your second factor.
          </>
        ) : (
          'Everything lost, the recovery codes too? An owner can reset your second factor.'
        )}
      </p>
      <p className="small">
        <TextButton onClick={onBack}>Back to e-mail and password</TextButton>
      </p>
    </Prove>
  )
}

const alone = (kind: Kind) =>
  kind === 'member' ? identityCalls.logInByPasskey : identityCalls.adminLogInByPasskey

/**
 * Signing in without a password. Shown on the server too: a browser that knows no passkeys says so
 * when pressed.
 */
export function PasskeyLogIn({ kind, onIn }: Pick<Props, 'kind' | 'onIn'>) {
  const [pending, setPending] = useState(false)
  const go = async () => {
    if (!knowsPasskeys())
      return toast.error('This browser knows no passkeys. Log in with your password.')

    setPending(true)

    try {
      const { data } = await identityCalls.challengePasskey.call({})
      const passkey = await showPasskey(data.options)
      await onIn(
        (await alone(kind).call({ ticket: data.ticket, passkey, session: 'cookie' })).message,
      )
    } catch (error) {
      toast.error(sentenceOf(error, 'Login failed'))
    } finally {
      setPending(false)
    }
  }

  return (
    <Button
      block
      icon={fingerprint}
      pending={pending}
      pendingLabel="Waiting for your passkey..."
      onClick={() => void go()}
    >
      Log in with a passkey
    </Button>
  )
}
