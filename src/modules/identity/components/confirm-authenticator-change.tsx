import { useState } from 'react'
import { getErrorMessage } from '#app-ui/use-form-action.tsx'
import { CallError } from '#platform/client/call-error.ts'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { getSecurityCalls, type Kind } from './security-calls.tsx'

export type AuthenticatorAction = 'set-up' | 'turn-off' | 'new-codes' | null

const CHANGE_QUESTIONS = {
  'turn-off': {
    title: 'Turn off authenticator app?',
    text:
      'You’ll no longer need its codes to log in. If it’s your only 2FA method, your recovery ' +
      'codes are deleted too.',
    actionLabel: 'Turn off',
    acting: 'Turning off...',
  },
  'new-codes': {
    title: 'Create new recovery codes?',
    text: 'You’ll get ten new codes. Your current codes stop working immediately.',
    actionLabel: 'Create new codes',
    acting: 'Creating...',
  },
}

type ConfirmChangeProps = { action: AuthenticatorAction; kind: Kind; onClose: () => void } & {
  onDone: (codes: readonly string[] | null) => Promise<void>
}

/** Asks before the authenticator app is turned off or the recovery codes are replaced. */
export function ConfirmAuthenticatorChange({ action, kind, onClose, onDone }: ConfirmChangeProps) {
  const [pending, setPending] = useState(false)
  const question = action === 'turn-off' || action === 'new-codes' ? CHANGE_QUESTIONS[action] : null
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
