import { joinClasses } from '../classes.ts'
import { type Amount, formatSign, splitDecimal } from '../figures/decimal.ts'
import styles from './chart.module.css'

/** A period with the amounts gained (zero or above) and lost (zero or below) in it. */
export type Bar = { id: string; label: string; up: Amount; down: Amount }

export const HEIGHT = 220

/** Height in pixels of a chart without amounts. */
export const LOW = 84
export const TOP = 22
export const BOTTOM = 28
export const LEFT = 52
export const NARROW = 480
export const SHOWN_NARROW = 6

export const toNumber = (figure: Amount) => Number(figure)
const isZero = (amount: Amount) => splitDecimal(amount, 2, 2).zero

/** Formats an amount without a symbol: '−38.42'. */
function formatFigure(amount: Amount): string {
  const parts = splitDecimal(amount, 2, 2)
  return `${formatSign(parts, 'minus')}${parts.whole}.${parts.fraction}`
}

/** Renders the hatching of losses, so that colour is not the only sign. */
export const Hatch = () => (
  <defs>
    <pattern
      id="chart-hatch"
      width="6"
      height="6"
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      <line className={styles.hatch} x1="0" y1="0" x2="0" y2="6" strokeWidth="2" />
    </pattern>
  </defs>
)

type ColumnProps = {
  bar: Bar
  centre: number
  thickness: number
  last: boolean
  y: (value: number) => number
  /** The y position of the labels. */
  foot: number
}

/** Renders one bar with its label. */
export function BarColumn({ bar, centre, thickness, last, y, foot }: ColumnProps) {
  const x = Math.round(centre - thickness / 2)
  const [up, down] = [toNumber(bar.up), toNumber(bar.down)]
  const nothing = isZero(bar.up) && isZero(bar.down)

  return (
    <g>
      {up > 0 && (
        <rect
          className={last ? styles.last : styles.bar}
          x={x}
          y={y(up)}
          width={thickness}
          height={Math.max(y(0) - y(up), 1)}
        />
      )}
      {down < 0 && (
        <>
          <rect
            className={styles.loss}
            x={x}
            y={y(0)}
            width={thickness}
            height={Math.max(y(down) - y(0), 2)}
          />
          <rect
            fill="url(#chart-hatch)"
            x={x}
            y={y(0)}
            width={thickness}
            height={Math.max(y(down) - y(0), 2)}
          />
          <text
            className={joinClasses(styles.figureText, styles.lossText)}
            x={centre}
            y={y(down) + 14}
          >
            {formatFigure(bar.down)}
          </text>
        </>
      )}
      {(nothing || up > 0) && (
        <text className={styles.figureText} x={centre} y={y(Math.max(up, 0)) - 7}>
          {formatFigure(bar.up)}
        </text>
      )}
      <text className={joinClasses(styles.tick, styles.middle)} x={centre} y={foot}>
        {bar.label}
      </text>
    </g>
  )
}
