import { useState } from 'react'
import { Link } from 'react-router'
import { getErrorMessage } from '#app-ui/use-form-action.tsx'
import { CallError } from '#platform/client/call-error.ts'
import { Button } from '#ui/actions/button.tsx'
import { TextButton } from '#ui/actions/text-button.tsx'
import { fingerprint } from '#ui/icons.ts'
import { toast } from '#ui/status/toaster.tsx'
import { identityCalls } from './calls.tsx'
import { isPasskeySupported, showPasskey } from './passkeys.tsx'
import { Prove } from './prove.tsx'
import type { Kind, Way } from './security-calls.tsx'

export type Step = { mfaChallenge: string; ways: readonly Way[] }

/** Returns the second step that an error requires; null for any other error. */
export function findSecondStep(error: unknown): Step | null {
  if (!(error instanceof CallError) || error.code !== 'second_factor_needed') return null
  const { mfaChallenge, ways } = error.alongside
  return { mfaChallenge: String(mfaChallenge), ways: (ways ?? []) as Way[] }
}

const getFinishLoginCall = (kind: Kind) =>
  kind === 'member' ? identityCalls.finishLogIn : identityCalls.finishAdminLogIn

type Props = {
  kind: Kind
  step: Step
  onIn: (message: string) => Promise<void>
  onBack: () => void
}

/** Displays the second factor step after the right password. An expired sign-in starts again. */
export function SecondStep({ kind, step: { mfaChallenge, ways }, onIn, onBack }: Props) {
  const restartExpiredLogin = (error: unknown): never => {
    if (error instanceof CallError && error.code === 'challenge_invalid') onBack()
    throw error
  }

  return (
    <Prove
      ways={ways}
      actionLabel="Login"
      acting="Logging in..."
      onProof={async ({ code, recovery_code }) => {
        const shown = { mfaChallenge, code, recovery_code, session: 'cookie' as const }
        await onIn((await getFinishLoginCall(kind).call(shown).catch(restartExpiredLogin)).message)
      }}
      onPasskey={async () => {
        const { data } = await identityCalls.challengePasskey
          .call({ mfaChallenge })
          .catch(restartExpiredLogin)
        const passkey = await showPasskey(data.options)
        const shown = { mfaChallenge, passkey, session: 'cookie' as const }
        await onIn((await getFinishLoginCall(kind).call(shown).catch(restartExpiredLogin)).message)
      }}
    >
      <p className="small muted">
        {kind === 'member' ? (
          <>
            Lost your device and recovery codes?{' '}
            <Link className="link" to="/contact">
              Contact us
            </Link>
            . Once we’ve verified your identity, we can reset 2FA.
          </>
        ) : (
          'Lost your device and recovery codes? An owner can start a reset of your 2FA.'
        )}
      </p>
      <p className="small">
        <TextButton onClick={onBack}>Back to email and password</TextButton>
      </p>
    </Prove>
  )
}

const getPasskeyLoginCall = (kind: Kind) =>
  kind === 'member' ? identityCalls.logInByPasskey : identityCalls.adminLogInByPasskey

/**
 * Displays the passkey sign-in, also on the server: a browser without passkeys shows an error when
 * it is pressed.
 */
export function PasskeyLogIn({ kind, onIn }: Pick<Props, 'kind' | 'onIn'>) {
  const [pending, setPending] = useState(false)
  const logInWithPasskey = async () => {
    if (!isPasskeySupported())
      return toast.error('This browser doesn’t support passkeys. Log in with your password.')

    setPending(true)

    try {
      const { data } = await identityCalls.challengePasskey.call({})
      const passkey = await showPasskey(data.options)
      await onIn(
        (
          await getPasskeyLoginCall(kind).call({
            mfaChallenge: data.mfaChallenge,
            passkey,
            session: 'cookie',
          })
        ).message,
      )
    } catch (error) {
      toast.error(getErrorMessage(error, 'Login failed'))
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
      onClick={() => void logInWithPasskey()}
    >
      Log in with a passkey
    </Button>
  )
}
