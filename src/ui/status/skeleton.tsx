import { joinClasses } from '../classes.ts'
import styles from './skeleton.module.css'

/** An empty bar where a line or a figure will be: never `0.00`. Appears after 200 ms. */
export function Skeleton({
  width = 'medium',
  tall,
}: {
  width?: 'short' | 'medium' | 'full'
  tall?: boolean
}) {
  return (
    <span
      className={joinClasses(styles.bar, styles[width], tall && styles.tall)}
      aria-hidden="true"
    />
  )
}

/** Several lines still to come, with 'Loading...' for those who listen. */
export function SkeletonLines({ lines = 4 }: { lines?: number }) {
  return (
    <div className={styles.lines} role="status">
      <span className="visually-hidden">Loading...</span>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars are all alike
        <Skeleton key={index} width={index % 3 === 2 ? 'medium' : 'full'} />
      ))}
    </div>
  )
}
