import { Button } from '#ui/actions/button.tsx'
import { CopyButton } from '#ui/actions/copy-button.tsx'
import { downloadSimple } from '#ui/icons.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import styles from './recovery-codes.module.css'

type Props = { codes: readonly string[] | null; onClose: () => void }

/** Displays ten recovery codes, only this once, to be stored away from the phone. */
export function RecoveryCodes({ codes, onClose }: Props) {
  const all = (codes ?? []).join('\n')
  return (
    <Dialog
      open={codes !== null}
      onClose={onClose}
      title="Save your recovery codes"
      actions={
        <Button variant="primary" onClick={onClose}>
          I’ve saved them
        </Button>
      }
    >
      <p>
        Use these codes to log in if you lose your device. Each code works once. You won’t be able
        to see them again, so print them or store them away from your phone.
      </p>
      <ol className={styles.codes} aria-label="Recovery codes">
        {codes?.map((code) => (
          <li key={code} className="mono">
            {code}
          </li>
        ))}
      </ol>
      <div className={styles.actions}>
        <CopyButton text={all} label="Copy all" size="md" />
        <Button icon={downloadSimple} onClick={() => downloadCodes(all)}>
          Download
        </Button>
      </div>
    </Dialog>
  )
}

function downloadCodes(text: string) {
  const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(url)
}
