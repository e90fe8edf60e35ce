import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { IconButton } from '../actions/icon-button.tsx'
import { joinClasses } from '../classes.ts'
import { x } from '../icons.ts'
import type { KeyValue } from '../layout/key-values.tsx'
import styles from './dialog-box.module.css'

export type DialogProps = {
  open: boolean
  onClose: () => void
  /** Names the action, the amount and the person: 'Confirm $2,500.00 for Maya Lindqvist?' */
  title: ReactNode
  /** The changes, each from a value to another. */
  effects?: readonly KeyValue[] | undefined
  /** The buttons, Cancel first. */
  actions: ReactNode
  children?: ReactNode
}

/** Renders a dialog. */
export function DialogBox({ open, onClose, title, effects, actions, children }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup className={joinClasses(styles.popup, styles.dialog)}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            {effects && (
              <dl className={styles.effects}>
                {effects.map((effect, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: labels may be elements
                  <div key={index}>
                    <dt>{effect.label}</dt>
                    <dd>{effect.value}</dd>
                  </div>
                ))}
              </dl>
            )}
            {children && <div className={styles.body}>{children}</div>}
            <div className={styles.actions}>{actions}</div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

export type DrawerProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** Next to the title: a status tag. */
  aside?: ReactNode
  /** Fixed at the bottom: the effect of the action, and its buttons. */
  foot?: ReactNode
  children: ReactNode
}

/** Renders a drawer. */
export function DrawerBox({ open, onClose, title, aside, foot, children }: DrawerProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup className={joinClasses(styles.popup, styles.drawer)}>
          <header className={styles.head}>
            <Base.Title>{title}</Base.Title>
            {aside}
            <Base.Close render={<IconButton glyph={x} label="Close" className={styles.close} />} />
          </header>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls needs the keyboard */}
          <div className={styles.content} tabIndex={0}>
            {children}
          </div>
          {foot && <footer className={styles.foot}>{foot}</footer>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
