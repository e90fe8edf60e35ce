import { joinClasses } from '../classes.ts'
import styles from './skeleton.module.css'

/**
 * Renders a bar in place of a line or an amount that is loading: never `0.00`. Appears after 200
 * ms.
 */
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

/** Renders several loading lines, announced as 'Loading...'. */
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
