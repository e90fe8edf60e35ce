import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import { flask, warning } from '../icons.ts'
import styles from './strips.module.css'

/** Across the top of every page of an installation that is not the real thing. */
export function MarkStrip({ children }: { children: ReactNode }) {
  return (
    <aside className={styles.mark} aria-label="About this site">
      <Icon glyph={flask} />
      <p>{children}</p>
    </aside>
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
