import { Dialog as Base } from '@base-ui/react/dialog'
import { useEffect } from 'react'
import { joinClasses } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { magnifyingGlass } from '../icons.ts'
import dialog from './dialog-box.module.css'
import styles from './palette.module.css'
import { PaletteFinder, type PaletteProps } from './palette-finder.tsx'

/**
 * Finds and opens items by keyboard: Ctrl K opens it anywhere, arrows select, Enter opens, Escape
 * closes.
 */
export function Palette({ open, onOpenChange, ...props }: PaletteProps) {
  useEffect(() => {
    const handleShortcut = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey)
        return
      event.preventDefault()
      onOpenChange(true)
    }

    document.addEventListener('keydown', handleShortcut)

    return () => document.removeEventListener('keydown', handleShortcut)
  }, [onOpenChange])

  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={dialog.backdrop} />
        <Base.Popup className={joinClasses(dialog.popup, styles.popup)}>
          <Base.Title className="visually-hidden">{props.placeholder}</Base.Title>
          <PaletteFinder {...props} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** Renders a button that opens the palette, with its shortcut. */
export const PaletteButton = ({ label, onOpen }: { label: string; onOpen: () => void }) => (
  <button type="button" className={styles.button} aria-keyshortcuts="Control+K" onClick={onOpen}>
    <Icon glyph={magnifyingGlass} />
    <span className={styles.buttonLabel}>{label}</span>
    <kbd>Ctrl K</kbd>
  </button>
)
