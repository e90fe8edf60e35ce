import { useState } from 'react'
import { addDays, type Day } from '#lib/dates.ts'
import { formatUsd, toCents, toUsd } from '#lib/money.ts'
import { Segmented } from '#ui/actions/segmented.tsx'
import { ChartPanel } from '#ui/charts/chart-panel.tsx'
import { StepChart } from '#ui/charts/step-chart.tsx'
import { Figure } from '#ui/figures/money.tsx'
import { CalendarDay, formatCalendarDay } from '#ui/figures/when.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import type { OwnCourse } from './calls.tsx'

type Point = OwnCourse['points'][number]

const SPANS = [
  { value: '90', label: '3 months' },
  { value: '365', label: '1 year' },
  { value: 'all', label: 'All' },
] as const
type Span = (typeof SPANS)[number]['value']

const NOTHING = { owed: toUsd(0n), paidIn: toUsd(0n) }

/** Returns the points of a span: its first day, each day with a change, and today. */
function pickPoints(points: readonly Point[], span: Span, today: Day): Point[] {
  const [first] = points
  if (!first) return []

  const requestedStart = span === 'all' ? first.day : addDays(today, -Number(span))
  const from = requestedStart > first.day ? requestedStart : addDays(first.day, -1)
  const before = points.findLast(({ day }) => day <= from) ?? NOTHING
  const within = points.filter(({ day }) => day > from && day < today)

  return [{ ...before, day: from }, ...within, { ...(points.at(-1) ?? NOTHING), day: today }]
}

function describeValueChange(points: readonly Point[]): string {
  const [first, last] = [
    points[0] ?? { day: '', ...NOTHING },
    points.at(-1) ?? { day: '', ...NOTHING },
  ]
  const changed = toCents(last.owed) - toCents(first.owed)
  const paidIn = toCents(last.paidIn) - toCents(first.paidIn)
  const rest = changed - paidIn
  const net =
    rest === 0n
      ? 'no other changes'
      : `net result ${rest > 0n ? '+' : ''}${formatUsd(rest)} from returns, losses, rewards, ` +
        'adjustments and fees'

  const [from, to] = [formatCalendarDay(first.day), formatCalendarDay(last.day)]
  const [before, after] = [formatUsd(toCents(first.owed)), formatUsd(toCents(last.owed))]

  return (
    `From ${from} to ${to}, your portfolio value went from ${before} to ${after}: net deposits ` +
    `${formatUsd(paidIn)}, ${net}.`
  )
}

const columns: readonly Column<Point>[] = [
  {
    id: 'day',
    header: 'Date',
    text: ({ day }) => day,
    cell: ({ day }) => <CalendarDay day={day} />,
  },
  {
    id: 'owed',
    header: 'Portfolio value, USD',
    text: ({ owed }) => owed,
    cell: ({ owed }) => <Figure amount={owed} />,
    sort: ({ owed }) => toCents(owed),
    align: 'money',
  },
  {
    id: 'paidIn',
    header: 'Net deposits, USD',
    text: ({ paidIn }) => paidIn,
    cell: ({ paidIn }) => <Figure amount={paidIn} />,
    sort: ({ paidIn }) => toCents(paidIn),
    align: 'money',
  },
]

/**
 * Shows the member's balance by day next to what they paid in; the difference was gained or lost.
 */
export function ValueChart({ course: { points, today } }: { course: OwnCourse }) {
  const [span, setSpan] = useState<Span>('365')
  const shown = pickPoints(points, span, today)

  return (
    <ChartPanel
      title="Value over time"
      span={<Segmented label="Time range" options={SPANS} value={span} onChange={setSpan} />}
      sentence={describeValueChange(shown)}
      chart={
        <StepChart
          label="Value over time, by day"
          names={['Portfolio value', 'Net deposits']}
          points={shown.map(({ day, owed, paidIn }) => ({ day, values: [owed, paidIn] }))}
        />
      }
      table={
        <DataTable
          caption="Value over time"
          columns={columns}
          rows={[...shown].reverse()}
          rowKey={({ day }) => day}
          searchable={false}
          exportName="value-over-time"
        />
      }
    />
  )
}
