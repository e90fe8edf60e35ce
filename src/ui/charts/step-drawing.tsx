import { joinClasses } from '../classes.ts'
import type { Amount } from '../figures/decimal.ts'
import { formatCalendarDay } from '../figures/when.tsx'
import { computeTicks, scaleValue, tickText } from './axis.ts'
import styles from './chart.module.css'

/** Two amounts from a day on, until the next point. */
export type StepPoint = { day: string; values: readonly [Amount, Amount] }

export type StepChartProps = {
  /** The accessible name of the chart. */
  label: string
  /** Names of the two amounts: the first is drawn as a line with its area, the second dashed. */
  names: readonly [string, string]
  /** At least one point, oldest first; the last is today's. */
  points: readonly StepPoint[]
}

const HEIGHT = 236
const TOP = 12
const BOTTOM = 28
const LEFT = 52
const RIGHT = 8

const time = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** Returns the x position of a day in a drawing of this width. */
export const createDayScale = (points: readonly StepPoint[], width: number) => {
  const span = [time(points[0]?.day ?? ''), time(points.at(-1)?.day ?? '')] as const
  return (day: string) => scaleValue(time(day), span, [LEFT, width - RIGHT])
}

/** Renders the axes and the line of a step chart. */
export function StepDrawing({
  points,
  width,
  at,
}: {
  points: readonly StepPoint[]
  width: number
  at: number | null
}) {
  const ticks = computeTicks(0, Math.max(...points.flatMap(({ values }) => values.map(Number))))
  const toY = (value: number) => scaleValue(value, [0, ticks.at(-1) ?? 1], [HEIGHT - BOTTOM, TOP])
  const x = createDayScale(points, width)
  const read = at === null ? undefined : points[at]
  const buildLinePath = (index: 0 | 1) =>
    points
      .map(({ day, values }, place) => {
        const height = toY(Math.max(Number(values[index]), 0)).toFixed(1)
        return place === 0 ? `M${x(day).toFixed(1)} ${height}` : `H${x(day).toFixed(1)}V${height}`
      })
      .join('')

  return (
    <svg viewBox={`0 0 ${width} ${HEIGHT}`} height={HEIGHT} aria-hidden="true" focusable="false">
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            className={tick === 0 ? styles.zero : styles.grid}
            x1={LEFT}
            x2={width - RIGHT}
            y1={Math.round(toY(tick))}
            y2={Math.round(toY(tick))}
          />
          <text className={joinClasses(styles.tick, styles.end)} x={LEFT - 10} y={toY(tick) + 4}>
            {tickText(tick)}
          </text>
        </g>
      ))}
      <path className={styles.area} d={`${buildLinePath(0)}V${toY(0)}H${LEFT}Z`} />
      <path className={styles.dashed} d={buildLinePath(1)} />
      <path className={styles.line} d={buildLinePath(0)} />
      <text className={styles.tick} x={LEFT} y={HEIGHT - 6}>
        {formatCalendarDay(points[0]?.day ?? '')}
      </text>
      <text className={joinClasses(styles.tick, styles.end)} x={width - RIGHT} y={HEIGHT - 6}>
        {formatCalendarDay(points.at(-1)?.day ?? '')}
      </text>
      {read && (
        <>
          <line
            className={styles.cursor}
            x1={x(read.day)}
            x2={x(read.day)}
            y1={TOP}
            y2={HEIGHT - BOTTOM}
          />
          <circle className={styles.dot} cx={x(read.day)} cy={toY(Number(read.values[0]))} r="4" />
        </>
      )}
    </svg>
  )
}
