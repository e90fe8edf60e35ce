import type { ReactNode } from 'react'
import { createLazyPart, useLazyPart } from '../lazy.ts'
import styles from './dialog.module.css'
import type { DialogProps, DrawerProps } from './dialog-box.tsx'

/** No page needs it to show itself: it comes when somebody first touches the page. */
const BOXES = createLazyPart(() => import('./dialog-box.tsx'))

/** A question that has to be answered before going on. Escape and a press outside go back. */
export function Dialog(props: DialogProps) {
  const boxes = useLazyPart(BOXES, props.open)
  return boxes && <boxes.DialogBox {...props} />
}

/** A sheet at the right edge with everything about one row of a list. */
export function Drawer(props: DrawerProps) {
  const boxes = useLazyPart(BOXES, props.open)
  return boxes && <boxes.DrawerBox {...props} />
}

/** A titled part of a drawer. */
export function DrawerPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}
