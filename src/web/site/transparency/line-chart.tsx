import { formatDay } from '#lib/dates.ts'
import { CalendarDay } from '#ui/figures/when.tsx'
import styles from './history.module.css'

/** A value for each day; null where none was recorded. */
export type Line = { label: string; values: readonly (bigint | null)[] }

type Props = {
  title: string
  days: readonly { day: string }[]
  lines: readonly Line[]
  format: (value: bigint) => string
}

const WIDTH = 300
const HEIGHT = 90

/** Renders up to two lines over days from zero on, with the same figures as a table. */
export function LineChart({ title, days, lines, format }: Props) {
  const values = lines.flatMap(({ values: own }) => own.filter((value) => value !== null))
  const max = values.reduce((largest, value) => (value > largest ? value : largest), 0n)
  const show = (value: bigint | null | undefined) => (value == null ? 'None' : format(value))

  return (
    <section className={styles.chart}>
      <h3>{title}</h3>
      <ul className={styles.legend}>
        {lines.map(({ label, values: own }) => (
          <li key={label}>
            {label}: {show(own.at(-1))}
          </li>
        ))}
      </ul>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {lines.map(({ label, values: own }) => (
          <path key={label} d={drawLine(own, max)} />
        ))}
      </svg>
      <p className={styles.axis} aria-hidden="true">
        <span>{formatDay(days[0]?.day ?? '')}</span>
        <span>{formatDay(days.at(-1)?.day ?? '')}</span>
      </p>
      <details>
        <summary>{title} as a table</summary>
        <div className={styles.scroll}>
          <table>
            <thead>
              <tr>
                <th scope="col">Date</th>
                {lines.map(({ label }) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.map(({ day }, at) => (
                <tr key={day}>
                  <th scope="row">
                    <CalendarDay day={day} />
                  </th>
                  {lines.map(({ label, values: own }) => (
                    <td key={label}>{show(own[at])}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  )
}

/** Returns the path of a line, with a gap where no value was recorded. */
function drawLine(values: readonly (bigint | null)[], max: bigint): string {
  const step = WIDTH / Math.max(values.length - 1, 1)
  return values
    .map((value, at) => {
      if (value === null) return ''
      const isFirst = (values[at - 1] ?? null) === null
      return `${isFirst ? 'M' : 'L'}${(at * step).toFixed(1)} ${toY(value, max)}`
    })
    .join('')
}

/** Places a value on the screen, where rounding is harmless. */
const toY = (value: bigint, max: bigint) =>
  (HEIGHT - 2 - (max > 0n ? Number((value * 1_000n) / max) / 1_000 : 0) * (HEIGHT - 6)).toFixed(1)
