import type { KeyboardEvent, PointerEvent } from 'react'
import { formatDollars } from '../figures/decimal.ts'
import { formatCalendarDay } from '../figures/when.tsx'
import styles from './chart.module.css'
import { createDayScale, type StepChartProps } from './step-drawing.tsx'

const STEP_KEYS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
}

type ReaderProps = StepChartProps & {
  width: number
  at: number | null
  onRead: (at: number | null) => void
}

/** Reads a day by pointer, or with the arrow keys, Home and End. */
export function DayReader({ label, names, points, width, at, onRead }: ReaderProps) {
  const last = points.length - 1
  const now = at ?? last
  const shown = points[now]
  const handlePointer = (event: PointerEvent<HTMLDivElement>) => {
    const x = createDayScale(points, width)
    const from = event.clientX - event.currentTarget.getBoundingClientRect().left
    onRead(
      Math.max(
        points.findLastIndex(({ day }) => x(day) <= from),
        0,
      ),
    )
  }

  const handleKey = (event: KeyboardEvent) => {
    const step = STEP_KEYS[event.key]
    const next =
      event.key === 'Home' ? 0 : event.key === 'End' ? last : step ? now + step : undefined
    if (next === undefined) return

    event.preventDefault()
    onRead(Math.min(Math.max(next, 0), last))
  }

  return (
    <div
      className={styles.reader}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={now}
      aria-valuetext={
        shown &&
        `${formatCalendarDay(shown.day)}: ` +
          `${names.map((name, i) => `${name} ${formatDollars(shown.values[i] ?? '0')}`).join(', ')}`
      }
      onPointerMove={handlePointer}
      onPointerDown={handlePointer}
      onPointerLeave={() => onRead(null)}
      onKeyDown={handleKey}
    />
  )
}
