import { type ReactNode, Suspense } from 'react'
import { createLazyComponent, usePreload } from '../lazy.ts'
import styles from './dialog.module.css'
import type { DialogProps, DrawerProps } from './dialog-box.tsx'

const LazyDialogBox = createLazyComponent(async () => (await import('./dialog-box.tsx')).DialogBox)
const LazyDrawerBox = createLazyComponent(async () => (await import('./dialog-box.tsx')).DrawerBox)

/** Renders a dialog that has to be answered. Escape and a press outside cancel. */
export function Dialog(props: DialogProps) {
  if (!usePreload(LazyDialogBox, props.open)) return null
  return (
    <Suspense>
      <LazyDialogBox {...props} />
    </Suspense>
  )
}

/** Renders a sheet at the right edge with the details of one row of a list. */
export function Drawer(props: DrawerProps) {
  if (!usePreload(LazyDrawerBox, props.open)) return null
  return (
    <Suspense>
      <LazyDrawerBox {...props} />
    </Suspense>
  )
}

/** Renders a titled part of a drawer. */
export function DrawerPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}
