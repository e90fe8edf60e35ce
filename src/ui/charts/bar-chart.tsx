import { joinClasses } from '../classes.ts'
import { computeTicks, scaleValue, tickText } from './axis.ts'
import {
  type Bar,
  BarColumn,
  BOTTOM,
  Hatch,
  HEIGHT,
  LEFT,
  LOW,
  NARROW,
  SHOWN_NARROW,
  TOP,
  toNumber,
} from './bar-column.tsx'
import styles from './chart.module.css'
import { useWidth } from './use-width.ts'

/**
 * Renders gains as bars above a line and losses as hatched bars below it, each with its figure; an
 * empty period is labelled 0.00.
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
        <BarColumn
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
