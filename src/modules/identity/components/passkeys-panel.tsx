import { useState } from 'react'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { Button } from '#ui/actions/button.tsx'
import { When } from '#ui/figures/when.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { fingerprint } from '#ui/icons.ts'
import { Panel } from '#ui/layout/panel.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { Tag } from '#ui/status/tag.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { isPasskeySupported, makePasskey } from './passkeys.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import styles from './security.module.css'
import { getSecurityCalls, type Kind, type MyFactors } from './security-calls.tsx'
import { useFactors } from './use-factors.tsx'

type MyPasskey = MyFactors['passkeys'][number]
type PasskeyAction = { action: 'add' } | { action: 'rename' | 'remove'; passkey: MyPasskey } | null

/** Displays the passkeys with their names, when they were added and when they were last used. */
export function PasskeysPanel({ kind }: { kind: Kind }) {
  const { factors, failed, retry, changed } = useFactors(kind)
  const [dialog, setDialog] = useState<PasskeyAction>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const finishAction = async (next: readonly string[] | null = null) => {
    setDialog(null)
    setCodes(next)
    await changed()
  }

  const passkeys = factors?.passkeys

  return (
    <Panel
      title="Passkeys"
      aside={
        <Button size="sm" icon={fingerprint} onClick={() => setDialog({ action: 'add' })}>
          Add a passkey
        </Button>
      }
      foot={
        'A passkey signs you in by fingerprint, face or PIN, without a password, and only at ' +
        'this address.'
      }
    >
      {failed && <ReadFailed onRetry={retry} />}
      {!factors && !failed && <SkeletonLines lines={2} />}
      {passkeys?.length === 0 && <EmptyState icon={fingerprint}>No passkey yet.</EmptyState>}
      {passkeys && passkeys.length > 0 && (
        <ul className={styles.list}>
          {passkeys.map((passkey) => (
            <Row key={passkey._id} passkey={passkey} onAsk={setDialog} />
          ))}
        </ul>
      )}
      {dialog?.action === 'add' && (
        <Add kind={kind} onClose={() => setDialog(null)} onDone={finishAction} />
      )}
      {dialog?.action === 'rename' && (
        <Rename
          kind={kind}
          passkey={dialog.passkey}
          onClose={() => setDialog(null)}
          onDone={finishAction}
        />
      )}
      {dialog?.action === 'remove' && (
        <Remove
          kind={kind}
          passkey={dialog.passkey}
          onClose={() => setDialog(null)}
          onDone={finishAction}
        />
      )}
      <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />
    </Panel>
  )
}

function Row({ passkey, onAsk }: { passkey: MyPasskey; onAsk: (action: PasskeyAction) => void }) {
  const { name, addedAt, usedAt, backedUp, copied } = passkey
  return (
    <li>
      <div>
        <p className="strong">
          {name} {copied && <Tag tone="bad">Disabled: a copy was detected</Tag>}
        </p>
        <p className="meta muted">
          Added <When at={addedAt} />
          {usedAt ? (
            <>
              , last used <When at={usedAt} />
            </>
          ) : (
            ', not used yet'
          )}
          {backedUp && ', synced by your account'}
        </p>
      </div>
      <div className={styles.acts}>
        <Button
          size="sm"
          aria-label={`Rename ${name}`}
          onClick={() => onAsk({ action: 'rename', passkey })}
        >
          Rename
        </Button>
        <Button
          size="sm"
          aria-label={`Remove ${name}`}
          onClick={() => onAsk({ action: 'remove', passkey })}
        >
          Remove
        </Button>
      </div>
    </li>
  )
}

type PasskeyDoneHandler = (codes?: readonly string[] | null) => Promise<void>
type AskProps = { kind: Kind; onClose: () => void; onDone: PasskeyDoneHandler }

function Add({ kind, onClose, onDone }: AskProps) {
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
        <p>This browser does not support passkeys. Try another one, or use an authenticator app.</p>
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
        hint="To recognise it later, such as 'Work laptop'."
        maxLength={60}
      />
    </FormDialog>
  )
}

function Rename({ kind, passkey, onClose, onDone }: AskProps & { passkey: MyPasskey }) {
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

function Remove({ kind, passkey, onClose, onDone }: AskProps & { passkey: MyPasskey }) {
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
        It no longer signs you in.{' '}
        {kind === 'member' && 'Withdrawals are paused for 24 hours after this.'}
      </p>
    </FormDialog>
  )
}
