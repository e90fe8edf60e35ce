import type { ReactNode } from 'react'
import styles from './progress.module.css'

type Props = {
  /** The accessible name of the bar. */
  label: string
  value: number
  max: number
  start?: ReactNode
  end?: ReactNode
}

/** Renders progress as a bar with labels at both ends. */
export function Progress({ label, value, max, start, end }: Props) {
  return (
    <div className={styles.progress}>
      <progress className={styles.bar} aria-label={label} value={value} max={max} />
      {(start || end) && (
        <div className={styles.labels}>
          <span>{start}</span>
          <span>{end}</span>
        </div>
      )}
    </div>
  )
}
