import { useState } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { When } from '#ui/figures/when.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { Tag } from '#ui/status/tag.tsx'
import {
  type AuthenticatorAction,
  ConfirmAuthenticatorChange,
} from './confirm-authenticator-change.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import styles from './security.module.css'
import type { Kind, MyFactors } from './security-calls.tsx'
import { SetUpAuthenticator } from './set-up-authenticator.tsx'
import { useFactors } from './use-factors.tsx'

/** Displays the state of the authenticator app and the recovery codes, with their actions. */
export function AuthenticatorPanel({ kind }: { kind: Kind }) {
  const { factors, failed, retry, changed } = useFactors(kind)
  const [action, setAction] = useState<AuthenticatorAction>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const finishAction = async (next: readonly string[] | null) => {
    setAction(null)
    setCodes(next)
    await changed()
  }

  return (
    <Panel title="Authenticator app" aside={factors && <State factors={factors} />}>
      {failed && <ReadFailed onRetry={retry} />}
      {!factors && !failed && <SkeletonLines lines={2} />}
      {factors && <About factors={factors} kind={kind} onAsk={setAction} />}
      {action === 'set-up' && (
        <SetUpAuthenticator
          kind={kind}
          onClose={() => setAction(null)}
          onDone={(made) => void finishAction(made)}
        />
      )}
      <ConfirmAuthenticatorChange
        action={action}
        kind={kind}
        onClose={() => setAction(null)}
        onDone={finishAction}
      />
      <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />
    </Panel>
  )
}

const State = ({ factors }: { factors: MyFactors }) =>
  factors.authenticatorSince ? <Tag tone="ok">On</Tag> : <Tag tone="neutral">Off</Tag>

type AboutProps = { factors: MyFactors; kind: Kind; onAsk: (action: AuthenticatorAction) => void }

function About({ factors, kind, onAsk }: AboutProps) {
  const { authenticatorSince: since, recoveryCodesLeft: left, passkeys } = factors
  const protected_ = since !== null || passkeys.length > 0

  return (
    <div className={styles.about}>
      <p>
        {since ? (
          <>
            On since <When at={since} />. You need a code from the app to log in with your password.
          </>
        ) : (
          'Add a 6-digit code from an app on your phone as a second step after your password.'
        )}
        {kind === 'member' && ' Withdrawals are paused for 24 hours after you turn it on or off.'}
      </p>
      {protected_ && (
        <p className={left < 3 ? 'strong' : 'muted'}>
          {left} of 10 recovery codes left. {left < 3 && 'Create new ones soon.'}
        </p>
      )}
      <FormActions>
        {since ? (
          <Button onClick={() => onAsk('turn-off')}>Turn off</Button>
        ) : (
          <Button variant="primary" onClick={() => onAsk('set-up')}>
            Set up
          </Button>
        )}
        {protected_ && <Button onClick={() => onAsk('new-codes')}>New recovery codes</Button>}
      </FormActions>
    </div>
  )
}
