import type { ReactNode } from 'react'
import { joinClasses } from '../classes.ts'
import styles from './page.module.css'

type HeadingProps = {
  title: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  /** A `BackLink`. */
  back?: ReactNode
}

/** Renders the only `h1` of a screen, with its lead and actions. */
export function PageHeading({ title, lead, actions, back }: HeadingProps) {
  return (
    <header className={styles.heading}>
      <div className={styles.text}>
        {back}
        <h1>{title}</h1>
        {lead && <p>{lead}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}

/** Renders children below each other at the standard distance. */
export function Stack({ tight, children }: { tight?: boolean; children: ReactNode }) {
  return <div className={joinClasses(styles.stack, tight && styles.tight)}>{children}</div>
}

type ColumnsProps = {
  children: ReactNode
  rail: ReactNode
  /** Heads the rail and, below 1024 px, the content: tasks that wait for the reader. */
  first?: ReactNode
}

/** Renders the content with a rail of 344 px next to it, below 1024 px under it. */
export function Columns({ children, rail, first }: ColumnsProps) {
  return (
    <div className={joinClasses(styles.columns, Boolean(first) && styles.headed)}>
      {first && <div className={styles.stack}>{first}</div>}
      <div className={styles.stack}>{children}</div>
      <div className={styles.stack}>{rail}</div>
    </div>
  )
}

/** Renders cells of equal width that wrap. */
export function Grid({ min = 'md', children }: { min?: 'sm' | 'md' | 'lg'; children: ReactNode }) {
  return <div className={joinClasses(styles.grid, styles[min])}>{children}</div>
}
