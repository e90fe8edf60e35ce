import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { IconButton } from '../actions/icon-button.tsx'
import { joinClasses } from '../classes.ts'
import { x } from '../icons.ts'
import styles from './slide-over.module.css'

type Props = {
  open: boolean
  onClose: () => void
  /** The accessible name, such as 'Menu'. */
  label: string
  /** The window width in pixels at which it closes by itself. */
  closeAt: number
  deep?: boolean | undefined
  children: ReactNode
}

/** Renders a side menu that slides in on small windows; choosing a link closes it. */
export function SlideOver({ open, onClose, label, closeAt, deep, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (open && element && !element.open) element.showModal()
    if (!open && element?.open) element.close()
  }, [open])

  useEffect(() => {
    if (!open) return

    const wide = matchMedia(`(min-width: ${closeAt}px)`)
    const check = () => wide.matches && onClose()
    check()
    wide.addEventListener('change', check)
    return () => wide.removeEventListener('change', check)
  }, [open, closeAt, onClose])

  const handleClick = (event: MouseEvent<HTMLDialogElement>) => {
    const target = event.target as Element
    if (target === dialog.current || target.closest('a, [data-closes]')) onClose()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser handles Escape and Enter
    <dialog
      ref={dialog}
      className={joinClasses(styles.sheet, deep && styles.deep)}
      aria-label={label}
      onClose={onClose}
      onClick={handleClick}
    >
      <div className={styles.inner}>
        <IconButton glyph={x} label="Close menu" className={styles.close} onClick={onClose} />
        {children}
      </div>
    </dialog>
  )
}
