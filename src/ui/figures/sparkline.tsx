import { joinClasses } from '../classes.ts'
import styles from './sparkline.module.css'

const WIDTH = 92
const HEIGHT = 26

/**
 * Renders values as a small line. They only place points on the screen, so rounding is harmless.
 */
export function Sparkline({ values, rising }: { values: readonly number[]; rising: boolean }) {
  const low = Math.min(...values)
  const span = Math.max(...values) - low || 1
  const step = WIDTH / Math.max(values.length - 1, 1)
  const points = values.map((value, i) => `${(i * step).toFixed(1)} ${toY(value, low, span)}`)

  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className={joinClasses(styles.line, rising ? styles.up : styles.down)}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {points.length > 1 && <path d={`M${points.join('L')}`} />}
    </svg>
  )
}

const toY = (value: number, low: number, span: number) =>
  (HEIGHT - 3 - ((value - low) / span) * (HEIGHT - 6)).toFixed(1)
