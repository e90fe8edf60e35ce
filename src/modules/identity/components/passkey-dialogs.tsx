import { useFormAction } from '#app-ui/use-form-action.tsx'
import { Button } from '#ui/actions/button.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { isPasskeySupported, makePasskey } from './passkeys.tsx'
import { getSecurityCalls, type Kind, type MyFactors } from './security-calls.tsx'

export type MyPasskey = MyFactors['passkeys'][number]

type PasskeyDoneHandler = (codes?: readonly string[] | null) => Promise<void>
type PasskeyDialogProps = { kind: Kind; onClose: () => void; onDone: PasskeyDoneHandler }

/** The dialog that adds a passkey of this device. */
export function AddPasskey({ kind, onClose, onDone }: PasskeyDialogProps) {
  const calls = getSecurityCalls(kind)
  const action = useFormAction(async ({ name = '' }) => {
    const { data: options } = await calls.beginPasskey.call()
    const { message, data } = await calls.addPasskey.call({
      name,
      passkey: await makePasskey(options),
    })
    toast.success(message)
    await onDone(data.codes)
  })

  if (!isPasskeySupported())
    return (
      <Dialog
        open
        onClose={onClose}
        title="Add a passkey"
        actions={<Button onClick={onClose}>Go back</Button>}
      >
        <p>
          This browser doesn’t support passkeys. Try another browser or use an authenticator app.
        </p>
      </Dialog>
    )

  return (
    <FormDialog
      open
      onClose={onClose}
      title="Add a passkey"
      actionLabel="Continue"
      acting="Waiting for your device..."
      {...action}
    >
      <TextField
        label="Name"
        name="name"
        hint="Name this passkey, e.g. ‘Work laptop’."
        maxLength={60}
      />
    </FormDialog>
  )
}

/** The dialog that renames a passkey. */
export function RenamePasskey({
  kind,
  passkey,
  onClose,
  onDone,
}: PasskeyDialogProps & { passkey: MyPasskey }) {
  const action = useFormAction(async ({ name = '' }) => {
    const { message } = await getSecurityCalls(kind).renamePasskey.call({ id: passkey._id, name })
    toast.success(message)
    await onDone()
  })

  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Rename ${passkey.name}`}
      actionLabel="Rename"
      acting="Renaming..."
      {...action}
    >
      <TextField label="Name" name="name" defaultValue={passkey.name} maxLength={60} />
    </FormDialog>
  )
}

/** The dialog that removes a passkey. */
export function RemovePasskey({
  kind,
  passkey,
  onClose,
  onDone,
}: PasskeyDialogProps & { passkey: MyPasskey }) {
  const action = useFormAction(async () => {
    const { message } = await getSecurityCalls(kind).removePasskey.call({ id: passkey._id })
    toast.success(message)
    await onDone()
  })

  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Remove ${passkey.name}?`}
      actionLabel="Remove"
      acting="Removing..."
      {...action}
    >
      <p>
        You won’t be able to log in with it.{' '}
        {kind === 'member' && 'Withdrawals will be paused for 24 hours.'}
      </p>
    </FormDialog>
  )
}
