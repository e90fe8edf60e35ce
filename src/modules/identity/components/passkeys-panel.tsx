import { useState } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { fingerprint } from '#ui/icons.ts'
import { Panel } from '#ui/layout/panel.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { AddPasskey, RemovePasskey, RenamePasskey } from './passkey-dialogs.tsx'
import { type PasskeyAction, PasskeyRow } from './passkey-row.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import styles from './security.module.css'
import type { Kind } from './security-calls.tsx'
import { useFactors } from './use-factors.tsx'

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
        'Use a passkey to log in with your fingerprint, face or PIN instead of a password. It ' +
        'works only on this site.'
      }
    >
      {failed && <ReadFailed onRetry={retry} />}
      {!factors && !failed && <SkeletonLines lines={2} />}
      {passkeys?.length === 0 && <EmptyState icon={fingerprint}>No passkeys yet.</EmptyState>}
      {passkeys && passkeys.length > 0 && (
        <ul className={styles.list}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey._id} passkey={passkey} onAsk={setDialog} />
          ))}
        </ul>
      )}
      {dialog?.action === 'add' && (
        <AddPasskey kind={kind} onClose={() => setDialog(null)} onDone={finishAction} />
      )}
      {dialog?.action === 'rename' && (
        <RenamePasskey
          kind={kind}
          passkey={dialog.passkey}
          onClose={() => setDialog(null)}
          onDone={finishAction}
        />
      )}
      {dialog?.action === 'remove' && (
        <RemovePasskey
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
