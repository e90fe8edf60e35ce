import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import { flask, warning } from '../icons.ts'
import styles from './strips.module.css'

/** Across the top of every page of an installation that is not the real thing. */
export function MarkStrip({ children }: { children: ReactNode }) {
  return (
    <div className={styles.mark}>
      <Icon glyph={flask} />
      <p>{children}</p>
    </div>
  )
}

/** The risk warning: the first thing in the page, never covered, never dismissed. */
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
