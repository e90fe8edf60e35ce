import { useEffect, useState } from 'react'
import { Button } from '../actions/button.tsx'
import { CheckboxField } from '../form/checkbox-field.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import styles from './keys.module.css'
import { areLetterKeysEnabled, isLetterKey, switchLetterKeys } from './letter-keys.ts'

export type KeyboardShortcut = { keys: readonly string[]; action: string }

type Props = { shortcuts: readonly KeyboardShortcut[] }

/**
 * Lists the shortcuts on `?` or a button press, and lets people switch off those without Ctrl; `/`
 * focuses the search.
 */
export function KeysHelp({ shortcuts }: Props) {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (!isLetterKey(event)) return

      if (event.key === '?') setOpen(true)
      else if (event.key === '/')
        document.querySelector<HTMLElement>('main input[type=search]')?.focus()
      else return

      event.preventDefault()
    }

    document.addEventListener('keydown', handleKey)

    return () => document.removeEventListener('keydown', handleKey)
  }, [])

  return (
    <>
      <Button size="sm" variant="ghost" className={styles.trigger} onClick={() => setOpen(true)}>
        Shortcuts <kbd>?</kbd>
      </Button>
      {open && <Help shortcuts={shortcuts} onClose={() => setOpen(false)} />}
    </>
  )
}

function Help({ shortcuts, onClose }: Props & { onClose: () => void }) {
  const [on, setOn] = useState(areLetterKeysEnabled)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Keyboard shortcuts"
      effects={shortcuts.map(({ keys, action }) => ({
        label: (
          <span className={styles.keys}>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </span>
        ),
        value: action,
      }))}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <CheckboxField
        name="letter-keys"
        label="Use single-key shortcuts on this device"
        checked={on}
        onChange={({ currentTarget: { checked } }) => {
          switchLetterKeys(checked)
          setOn(checked)
        }}
      />
    </Dialog>
  )
}
