import { joinClasses } from '../classes.ts'
import { type Amount, formatSign, splitDecimal } from '../figures/decimal.ts'
import { computeTicks, scaleValue, tickText } from './axis.ts'
import styles from './chart.module.css'
import { useWidth } from './use-width.ts'

/** A period with the amounts gained (zero or above) and lost (zero or below) in it. */
export type Bar = { id: string; label: string; up: Amount; down: Amount }

const HEIGHT = 220
/** Height in pixels of a chart without amounts. */
const LOW = 84
const TOP = 22
const BOTTOM = 28
const LEFT = 52
const NARROW = 480
const SHOWN_NARROW = 6

const toNumber = (figure: Amount) => Number(figure)
const isZero = (amount: Amount) => splitDecimal(amount, 2, 2).zero

/** Formats an amount without a symbol: '−38.42'. */
function formatFigure(amount: Amount): string {
  const parts = splitDecimal(amount, 2, 2)
  return `${formatSign(parts, 'minus')}${parts.whole}.${parts.fraction}`
}

/**
 * Renders gains as bars above a line and losses as hatched bars below it; an empty period is
 * labelled 0.00.
 */
export function BarChart({ bars }: { bars: readonly Bar[] }) {
  const [ref, width] = useWidth<HTMLDivElement>()
  const shown = width < NARROW ? bars.slice(-SHOWN_NARROW) : bars

  return (
    <div ref={ref} className={styles.frame}>
      {width > 0 && <Drawing bars={shown} width={width} />}
    </div>
  )
}

function Drawing({ bars, width }: { bars: readonly Bar[]; width: number }) {
  const lowest = Math.min(0, ...bars.map(({ down }) => toNumber(down)))
  const highest = Math.max(0, ...bars.map(({ up }) => toNumber(up)))
  const nothing = lowest === highest
  const ticks = nothing ? [0] : computeTicks(lowest, highest)
  const height = nothing ? LOW : HEIGHT
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)]
  const toY = (value: number) =>
    Math.round(scaleValue(value, [low, nothing ? 1 : high], [height - BOTTOM, TOP]))
  const step = (width - LEFT) / bars.length

  return (
    <svg viewBox={`0 0 ${width} ${height}`} height={height} aria-hidden="true" focusable="false">
      <Hatch />
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            className={tick === 0 ? styles.zero : styles.grid}
            x1={LEFT}
            x2={width}
            y1={toY(tick)}
            y2={toY(tick)}
          />
          <text className={joinClasses(styles.tick, styles.end)} x={LEFT - 10} y={toY(tick) + 4}>
            {tickText(tick)}
          </text>
        </g>
      ))}
      {bars.map((bar, index) => (
        <Column
          key={bar.id}
          bar={bar}
          centre={LEFT + step * (index + 0.5)}
          thickness={Math.max(8, Math.min(40, step * 0.56))}
          last={index === bars.length - 1}
          y={toY}
          foot={height - 6}
        />
      ))}
    </svg>
  )
}

/** Renders the hatching of losses, so that colour is not the only sign. */
const Hatch = () => (
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

function Column({ bar, centre, thickness, last, y, foot }: ColumnProps) {
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
      {(nothing || (last && up > 0)) && (
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
