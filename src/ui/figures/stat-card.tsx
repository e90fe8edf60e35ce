import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { joinClasses } from '../classes.ts'
import { Skeleton } from '../status/skeleton.tsx'
import styles from './stat-card.module.css'

/**
 * Renders cards side by side: two on a phone, three on a desktop, six where there is room. `even`
 * fills the line with as many as there are, `four` puts four into a line.
 */
export const StatGrid = ({
  even,
  four,
  children,
}: {
  even?: boolean
  four?: boolean
  children: ReactNode
}) => (
  <div className={joinClasses(styles.grid, even && styles.even, four && styles.four)}>
    {children}
  </div>
)

type Props = {
  label: string
  /** Undefined while loading: a bar, never a zero. */
  value: ReactNode
  note?: ReactNode
  /** Address of the items counted. */
  to?: string | undefined
  /** The figure waits for an action of the reader. */
  actionNeeded?: boolean | undefined
}

/** Returns a count with thousands separators, and any other value unchanged. */
const groupCount = (value: ReactNode) =>
  typeof value === 'number' ? value.toLocaleString('en-GB') : value

/** Renders one figure with its label; with `to` the whole card links to the items behind it. */
export function StatCard({ label, value, note, to, actionNeeded }: Props) {
  return (
    <div className={styles.card} data-action-needed={actionNeeded || undefined}>
      <p className={styles.label}>{to ? <Link to={to}>{label}</Link> : label}</p>
      <p className={styles.value}>{groupCount(value) ?? <Skeleton width="medium" />}</p>
      {note && <p className={styles.note}>{note}</p>}
    </div>
  )
}
