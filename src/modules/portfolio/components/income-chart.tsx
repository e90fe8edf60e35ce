import { formatUsd, toCents } from '#lib/money.ts'
import { TextLink } from '#ui/actions/text-link.tsx'
import { BarChart } from '#ui/charts/bar-chart.tsx'
import { ChartPanel } from '#ui/charts/chart-panel.tsx'
import { Figure } from '#ui/figures/money.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { formatMonth } from '../model.ts'
import type { OwnCourse } from './calls.tsx'

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
      `From ${from} to ${to} no return was paid to you and no loss was recorded. Returns are ` +
      `paid only out of income recorded for your plans.`
    )

  const losses =
    lost < 0n
      ? ` Losses took ${formatUsd(-lost)}, in ${formatMonthList(losing)}.`
      : ' No loss was recorded.'
  const nothing =
    empty.length === 0
      ? ''
      : empty.length > 6
        ? ` ${empty.length} of ${months.length} months paid nothing.`
        : ` ${formatMonthList(empty)} paid nothing.`

  return (
    `From ${from} to ${to} you were paid ${formatUsd(paid)} in returns, only out of recorded ` +
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
export function IncomeChart({ course: { months } }: { course: OwnCourse }) {
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
            month: 'Twelve months',
            returns: <Figure amount={sum(months, 'returns')} sign="always" coloured />,
            losses: <Figure amount={sum(months, 'losses')} sign="always" coloured />,
          }}
        />
      }
      more={
        <TextLink to="/dashboard/statements?period=this-year" arrow>
          See each source
        </TextLink>
      }
    />
  )
}
