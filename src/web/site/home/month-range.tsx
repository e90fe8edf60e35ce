import styles from './month-range.module.css'

const HALF = 80
const HEIGHT = 12
/** The minimum width of a bar, so that small values stay visible. */
const MIN_WIDTH = 1.5

type Props = {
  /** Results in basis points of the capital. */
  worst: number
  best: number
  /** The largest result of any plan, so that the bars of all plans compare. */
  widest: number
}

/** Renders the range from the worst to the best month, losses left and gains right of the line. */
export function MonthRange({ worst, best, widest }: Props) {
  const place = (result: number) => HALF + (result / (widest || 1)) * HALF
  const renderBar = (from: number, to: number, className: string | undefined) =>
    to > from && (
      <rect
        x={from}
        y={3}
        width={Math.max(to - from, MIN_WIDTH)}
        height={HEIGHT - 6}
        className={className}
      />
    )

  return (
    <svg
      viewBox={`0 0 ${2 * HALF} ${HEIGHT}`}
      className={styles.range}
      aria-hidden="true"
      focusable="false"
    >
      <line x1={0} x2={2 * HALF} y1={HEIGHT / 2} y2={HEIGHT / 2} className={styles.rule} />
      {renderBar(place(worst), Math.min(place(best), HALF), styles.loss)}
      {renderBar(Math.max(place(worst), HALF), place(best), styles.gain)}
      <line x1={HALF} x2={HALF} y1={0} y2={HEIGHT} className={styles.zero} />
    </svg>
  )
}
