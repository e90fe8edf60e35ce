import { useState } from 'react'
import { getErrorMessage } from '#app-ui/use-form-action.tsx'
import { CallError } from '#platform/client/call-error.ts'
import { Button } from '#ui/actions/button.tsx'
import { When } from '#ui/figures/when.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { Tag } from '#ui/status/tag.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import styles from './security.module.css'
import { getSecurityCalls, type Kind, type MyFactors } from './security-calls.tsx'
import { SetUpAuthenticator } from './set-up-authenticator.tsx'
import { useFactors } from './use-factors.tsx'

type AuthenticatorAction = 'set-up' | 'turn-off' | 'new-codes' | null

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
      <Sure action={action} kind={kind} onClose={() => setAction(null)} onDone={finishAction} />
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
            On since <When at={since} />. At log-in your app’s code is required after your password.
          </>
        ) : (
          'An app on your phone shows a new six-digit code every half minute. It is required ' +
          'after your password.'
        )}
        {kind === 'member' && ' After every change here withdrawals are paused for 24 hours.'}
      </p>
      {protected_ && (
        <p className={left < 3 ? 'strong' : 'muted'}>
          {left} of 10 recovery codes left. {left < 3 && 'Make new ones before you need them.'}
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

const QUESTIONS = {
  'turn-off': {
    title: 'Turn the authenticator app off?',
    text:
      'Its codes are no longer required. If it is your only second factor, your recovery ' +
      'codes are deleted too.',
    actionLabel: 'Turn off',
    acting: 'Turning off...',
  },
  'new-codes': {
    title: 'Make ten new recovery codes?',
    text: 'The codes you have now stop working at once.',
    actionLabel: 'Make new codes',
    acting: 'Making...',
  },
}

type SureProps = { action: AuthenticatorAction; kind: Kind; onClose: () => void } & {
  onDone: (codes: readonly string[] | null) => Promise<void>
}

function Sure({ action, kind, onClose, onDone }: SureProps) {
  const [pending, setPending] = useState(false)
  const question = action === 'turn-off' || action === 'new-codes' ? QUESTIONS[action] : null
  const calls = getSecurityCalls(kind)
  const confirmAction = async () => {
    setPending(true)

    try {
      if (action === 'new-codes') return await onDone((await calls.renewCodes.call()).data.codes)
      toast.success((await calls.removeAuthenticator.call()).message)
      await onDone(null)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast.error(getErrorMessage(error))
    } finally {
      setPending(false)
    }
  }

  return (
    <Dialog
      open={question !== null}
      onClose={onClose}
      title={question?.title}
      actions={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button
            variant="primary"
            pending={pending}
            pendingLabel={question?.acting}
            onClick={() => void confirmAction()}
          >
            {question?.actionLabel}
          </Button>
        </>
      }
    >
      <p>{question?.text}</p>
    </Dialog>
  )
}
