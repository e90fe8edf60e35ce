import { useState } from 'react'
import { joinClasses } from '../classes.ts'
import { Money } from '../figures/money.tsx'
import { CalendarDay } from '../figures/when.tsx'
import styles from './chart.module.css'
import { DayReader } from './day-reader.tsx'
import { type StepChartProps, StepDrawing } from './step-drawing.tsx'
import { useWidth } from './use-width.ts'

/** Renders two amounts as steps over days. The pointer or the arrow keys read any day. */
export function StepChart({ label, names, points }: StepChartProps) {
  const [ref, width] = useWidth<HTMLDivElement>()
  const [at, setAt] = useState<number | null>(null)
  const shown = points[at ?? points.length - 1] ?? points.at(-1)
  if (!shown) return null

  return (
    <>
      <p className={styles.legend}>
        <b>
          <CalendarDay day={shown.day} />
        </b>
        {names.map((name, index) => (
          <span key={name}>
            <i
              className={joinClasses(styles.key, index === 1 && styles.quiet)}
              aria-hidden="true"
            />
            {name}{' '}
            <b>
              <Money amount={shown.values[index] ?? '0'} />
            </b>
          </span>
        ))}
      </p>
      <div ref={ref} className={styles.frame}>
        {width > 0 && (
          <>
            <StepDrawing points={points} width={width} at={at} />
            <DayReader
              label={label}
              names={names}
              points={points}
              width={width}
              at={at}
              onRead={setAt}
            />
          </>
        )}
      </div>
    </>
  )
}
