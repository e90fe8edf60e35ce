import { type ReactNode, useState } from 'react'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { Button } from '#ui/actions/button.tsx'
import { TextButton } from '#ui/actions/text-button.tsx'
import { Form } from '#ui/form/form.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { CodeField, TextField } from '#ui/form/text-field.tsx'
import { fingerprint } from '#ui/icons.ts'
import { isPasskeySupported } from './passkeys.tsx'
import styles from './prove.module.css'
import type { Way } from './security-calls.tsx'

export type ProofInput = { code?: string; recovery_code?: string; password?: string }

type Props = {
  /** The available second factors; empty means the password. */
  ways: readonly Way[]
  /** The label of the button, and its label while pending. */
  actionLabel: string
  acting: string
  onProof: (proof: ProofInput) => Promise<void>
  onPasskey: () => Promise<void>
  /** Below the form: the link back. */
  children?: ReactNode
}

/**
 * Asks for a second factor, or for the password if none is set up: the easiest method first, the
 * others behind a button.
 */
export function Prove({ ways, actionLabel, acting, onProof, onPasskey, children }: Props) {
  const [chosen, setChosen] = useState<Way | undefined>()
  const usable = ways.filter((way) => way !== 'passkey' || isPasskeySupported())
  const way = chosen ?? usable[0]
  const form = useFormAction((fields) => (way === 'passkey' ? onPasskey() : onProof(fields)))
  const choose = (next: Way) => {
    form.clearErrors()
    setChosen(next)
  }

  return (
    <Form errors={form.errors} onSubmit={form.onSubmit}>
      <Field key={way} way={way} />
      <Button
        type="submit"
        variant="primary"
        block
        pending={form.pending}
        pendingLabel={way === 'passkey' ? 'Waiting for your passkey...' : acting}
        icon={way === 'passkey' ? fingerprint : undefined}
      >
        {way === 'passkey' ? 'Use a passkey' : actionLabel}
      </Button>
      {usable.length > 1 && (
        <p className={styles.others}>
          {usable
            .filter((other) => other !== way)
            .map((other) => (
              <TextButton key={other} onClick={() => choose(other)}>
                {OTHERS[other]}
              </TextButton>
            ))}
        </p>
      )}
      {children}
    </Form>
  )
}

const OTHERS: Record<Way, string> = {
  passkey: 'Use a passkey',
  code: 'Use your authenticator app',
  'recovery-code': 'Use a recovery code',
}

function Field({ way }: { way: Way | undefined }) {
  if (way === 'passkey')
    return (
      <p className="muted">Your device will ask for your fingerprint, face, PIN or security key.</p>
    )

  if (way === 'code')
    return (
      <CodeField
        label="Code"
        name="code"
        hint="The 6-digit code from your authenticator app."
        autoFocus
      />
    )

  if (way === 'recovery-code')
    return (
      <TextField
        label="Recovery code"
        name="recovery_code"
        hint="One of your ten recovery codes, e.g. abcdef-ghjkmn-pqrstu-vwxyz2. Each works once."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    )

  return (
    <PasswordField label="Password" name="password" autoComplete="current-password" autoFocus />
  )
}
