import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import { flask, warning } from '../icons.ts'
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
