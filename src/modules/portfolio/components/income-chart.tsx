import { useQuery } from '@tanstack/react-query'
import { formatMonth } from '#lib/dates.ts'
import { formatUsd, toCents } from '#lib/money.ts'
import { BarChart } from '#ui/charts/bar-chart.tsx'
import { ChartPanel } from '#ui/charts/chart-panel.tsx'
import { Figure } from '#ui/figures/money.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { type OwnCourse, portfolioCalls } from './calls.tsx'

type Month = OwnCourse['months'][number]

const formatShortMonth = (month: string) => formatMonth(month).slice(0, 3)
const sum = (months: readonly Month[], of: 'returns' | 'losses') =>
  months.reduce((total, month) => total + toCents(month[of]), 0n)

const formatMonthList = (months: readonly Month[]) =>
  new Intl.ListFormat('en-GB').format(
    months.map(({ month }) => formatMonth(month).split(' ')[0] ?? month),
  )

/** Describes a year of months, losses and empty months included. */
function describeIncome(months: readonly Month[]): string {
  const [paid, lost] = [sum(months, 'returns'), sum(months, 'losses')]
  const [from, to] = [formatMonth(months[0]?.month ?? ''), formatMonth(months.at(-1)?.month ?? '')]
  const losing = months.filter(({ losses }) => toCents(losses) < 0n)
  const empty = months.filter(({ returns }) => toCents(returns) === 0n)

  if (paid === 0n && lost === 0n)
    return (
      `No returns or losses from ${from} to ${to}. Returns are paid only from income recorded ` +
      'for your plans.'
    )

  const losses =
    lost < 0n ? ` Losses: ${formatUsd(-lost)} (${formatMonthList(losing)}).` : ' No losses.'
  const nothing =
    empty.length === 0
      ? ''
      : empty.length > 6
        ? ` No return in ${empty.length} of ${months.length} months.`
        : ` No return in ${formatMonthList(empty)}.`

  return (
    `Returns from ${from} to ${to}: ${formatUsd(paid)}, paid from recorded ` +
    `income.${losses}${nothing}`
  )
}

const createFigureColumn = (id: 'returns' | 'losses', header: string): Column<Month> => ({
  id,
  header,
  text: (month) => month[id],
  cell: (month) => <Figure amount={month[id]} sign="always" coloured />,
  sort: (month) => toCents(month[id]),
  align: 'money',
})

const columns: readonly Column<Month>[] = [
  {
    id: 'month',
    header: 'Month',
    text: ({ month }) => month,
    cell: ({ month }) => formatMonth(month),
  },
  createFigureColumn('returns', 'Returns paid, USD'),
  createFigureColumn('losses', 'Losses, USD'),
]

/** Shows returns paid and losses of the last twelve months; a month without returns says so. */
export function IncomeChart() {
  const { data } = useQuery(portfolioCalls.course.queryOptions())
  if (!data || data.data.points.length === 0) return null

  const { months } = data.data

  return (
    <ChartPanel
      title="Income by month"
      sentence={describeIncome(months)}
      chart={
        <BarChart
          bars={months.map(({ month, returns, losses }) => ({
            id: month,
            label: formatShortMonth(month),
            up: returns,
            down: losses,
          }))}
        />
      }
      table={
        <DataTable
          plain
          caption="Income by month"
          columns={columns}
          rows={months}
          rowKey={({ month }) => month}
          totals={{
            month: 'Total, 12 months',
            returns: <Figure amount={sum(months, 'returns')} sign="always" coloured />,
            losses: <Figure amount={sum(months, 'losses')} sign="always" coloured />,
          }}
        />
      }
    />
  )
}
