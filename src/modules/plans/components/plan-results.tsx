import { useMemo, useState } from 'react'
import { toCents, toUsd } from '#lib/money.ts'
import { usePermission } from '#modules/approvals/components/use-permission.tsx'
import { Percent } from '#ui/figures/change.tsx'
import { formatDollars } from '#ui/figures/decimal.ts'
import { Figure } from '#ui/figures/money.tsx'
import { formatCalendarDay } from '#ui/figures/when.tsx'
import { Columns } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import type { PlanPerformance } from './calls.tsx'
import { buildReverseColumn, type PlanResult, resultColumns } from './plan-result-columns.tsx'
import { ReverseIncome } from './reverse-income.tsx'

const monthColumns: readonly Column<PlanPerformance['figures']['months'][number]>[] = [
  { id: 'month', header: 'Month', text: (row) => row.month, sort: false },
  {
    id: 'income',
    header: 'Income',
    text: (row) => row.income,
    cell: (row) => <Figure amount={row.income} />,
    sort: false,
    align: 'money',
  },
  {
    id: 'loss',
    header: 'Loss',
    text: (row) => row.loss,
    cell: (row) => <Figure amount={-toCents(row.loss)} coloured />,
    sort: false,
    align: 'money',
  },
  {
    id: 'rate',
    header: '% of capital',
    text: ({ rateBps }) => (rateBps === null ? '' : String(rateBps / 100)),
    cell: ({ rateBps }) =>
      rateBps === null ? '–' : <Percent value={BigInt(rateBps)} sign="always" decimals={2} />,
    sort: false,
    align: 'money',
  },
]

/** Shows the income and losses of a plan in one list, each with its evidence and its approval. */
export function PlanResults({ performance }: { performance: PlanPerformance | undefined }) {
  const rows = performance && toResults(performance)
  const reverses = usePermission('income.reverse')
  const [reversing, setReversing] = useState<PlanResult>()
  const columns = useMemo(
    () => (reverses ? [...resultColumns, buildReverseColumn(setReversing)] : resultColumns),
    [reverses],
  )

  return (
    <Columns
      rail={
        <Panel title="By month" flush>
          <DataTable
            plain
            caption="Income and loss by month"
            columns={monthColumns}
            rows={performance?.figures.months.toReversed()}
            rowKey={(row) => row.month}
            empty="Nothing recorded yet."
          />
        </Panel>
      }
    >
      <Panel title="Income and losses" flush>
        <DataTable
          caption="Income and losses, newest first"
          columns={columns}
          rows={rows}
          rowKey={(row) => row._id}
          empty="Nothing recorded yet."
          exportName="income-and-losses.csv"
        />
      </Panel>
      {reversing && <ReverseIncome income={reversing} onClose={() => setReversing(undefined)} />}
    </Columns>
  )
}

const toResults = ({ income, losses }: PlanPerformance): PlanResult[] =>
  [
    ...income.map(
      ({ source: description, used, unused, reversed, ...line }): PlanResult & { at: string } => ({
        ...line,
        kind: 'Income',
        description,
        at: line.recordedAt,
        note: reversed
          ? `Reversed on ${formatCalendarDay(reversed.at.slice(0, 10))}, approved by ` +
            `${reversed.by}: ${reversed.reason}`
          : `${formatDollars(used)} distributed, ${formatDollars(unused)} unused`,
        reversible: !reversed && toCents(used) === 0n,
      }),
    ),
    ...losses.map(({ cause: description, positions, ...line }): PlanResult & { at: string } => ({
      ...line,
      kind: 'Loss',
      description,
      amount: toUsd(-toCents(line.amount)),
      at: line.recordedAt,
      reversible: false,
      note: `borne by ${positions} ${positions === 1 ? 'position' : 'positions'}`,
    })),
  ].sort((one, other) => other.at.localeCompare(one.at))
