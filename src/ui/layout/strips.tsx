import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import { flask, warning, warningCircle } from '../icons.ts'
import styles from './strips.module.css'

/** Renders the mark at the top of every page of an installation without real money. */
export function MarkStrip({ children }: { children: ReactNode }) {
  return (
    <aside className={styles.mark} aria-label="About this site">
      <Icon glyph={flask} />
      <p>{children}</p>
    </aside>
  )
}

/** Renders a problem of the installation that concerns every screen, with a link to its details. */
export function AlertStrip({ children, action }: { children: ReactNode; action: ReactNode }) {
  return (
    <aside className={styles.alert} aria-label="Alert">
      <Icon glyph={warningCircle} />
      <p role="status">
        {children} {action}
      </p>
    </aside>
  )
}

/** Renders the risk warning: first in the page, never covered, never dismissed. */
export function RiskStrip({ children }: { children: ReactNode }) {
  return (
    <aside className={styles.risk} aria-label="Risk warning">
      <div>
        <Icon glyph={warning} />
        <p>{children}</p>
      </div>
    </aside>
  )
}
