import { base64URLStringToBuffer } from '@simplewebauthn/browser'
import { useState } from 'react'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { Button } from '#ui/actions/button.tsx'
import { CopyButton } from '#ui/actions/copy-button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { computeKeyFingerprint } from '../model/key-fingerprints.ts'
import { identityCalls } from './calls.tsx'
import { isPasskeySupported, makePasskey } from './passkeys.tsx'

type AddedKey = {
  /** Of the key that this browser received from the device; null if it couldn’t be read. */
  here: string | null
  /** Of the key that the server stored. */
  stored: string | undefined
  message: string
}

/** Creates a key on the device and adds it. */
async function addKey(): Promise<AddedKey> {
  const { data: options } = await identityCalls.beginApprovalKey.call()
  const passkey = await makePasskey(options)
  const { data, message } = await identityCalls.addApprovalKey.call({ passkey })

  const { authenticatorData } = passkey.response
  const bytes =
    typeof authenticatorData === 'string' ? base64URLStringToBuffer(authenticatorData) : []
  const { data: keys } = await identityCalls.approvalKeys.call()

  return {
    here: await computeKeyFingerprint(new Uint8Array(bytes)),
    stored: keys.find(({ _id }) => _id === data._id)?.fingerprint,
    message,
  }
}

type Props = { isReset: boolean; onClose: () => void; onAdded: () => Promise<void> }

/** The dialog that adds an approval key, and then displays the SHA-256 of it. */
export function AddApprovalKey({ isReset, onClose, onAdded }: Props) {
  const [added, setAdded] = useState<AddedKey | null>(null)
  const action = useFormAction(async () => {
    setAdded(await addKey())
    await onAdded()
  })

  if (added) return <Added added={added} onClose={onClose} />

  return (
    <FormDialog
      open
      onClose={onClose}
      title="Add an approval key"
      actionLabel="Continue"
      acting="Waiting for your device..."
      {...action}
    >
      <p>
        Your device creates a key that signs what you approve. Another admin has to confirm it,
        except for the first two owners or finance admins. In live mode their keys become active
        after {isReset ? 'seven days, because all keys were ended' : '72 hours'}.
      </p>
      {!isPasskeySupported() && (
        <p role="alert">This browser doesn’t support passkeys. Try another browser.</p>
      )}
    </FormDialog>
  )
}

const FROM_BROWSER = 'Computed by this browser from the key that your device created.'
const FROM_SERVER =
  'Sent by the server: this browser couldn’t read the key. Compare it with the public log too.'

function Added({ added, onClose }: { added: AddedKey; onClose: () => void }) {
  const { here, stored, message } = added
  const shown = here ?? stored ?? ''
  return (
    <Dialog
      open
      onClose={onClose}
      title={message}
      actions={
        <>
          <CopyButton text={shown} label="Copy SHA-256" />
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <p>
        Write down the SHA-256 of your key. If another admin has to confirm it, read it to them by
        phone.
      </p>
      <p className="mono anywhere">{shown}</p>
      <p className="meta muted">{here ? FROM_BROWSER : FROM_SERVER}</p>
      {here && here !== stored && (
        <Callout tone="error" title="The server stored another key">
          End this key and notify the other admins. The server’s SHA-256 is{' '}
          <span className="mono anywhere">{stored ?? 'missing'}</span>.
        </Callout>
      )}
    </Dialog>
  )
}
