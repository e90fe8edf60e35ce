import { toCents } from '#lib/money.ts'
import { Figure } from '#ui/figures/money.tsx'
import { CalendarDay, formatCalendarDay } from '#ui/figures/when.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Tag } from '#ui/status/tag.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import type { PlanPerformance } from './calls.tsx'

type PlanDistribution = PlanPerformance['distributions'][number]

const sharedColumns: readonly Column<PlanDistribution>[] = [
  {
    id: 'day',
    header: 'Day',
    text: (row) => formatCalendarDay(row.day),
    cell: (row) => <CalendarDay day={row.day} />,
    sort: (row) => row.day,
  },
  {
    id: 'state',
    header: 'Status',
    text: (row) =>
      row.endedAt ? (toCents(row.due) > toCents(row.paid) ? 'Partial' : 'In full') : 'Running',
    cell: (row) =>
      row.endedAt === null ? (
        <Tag tone="progress">Running</Tag>
      ) : toCents(row.due) > toCents(row.paid) ? (
        <Tag tone="wait">Partial</Tag>
      ) : (
        <Tag tone="ok">In full</Tag>
      ),
    priority: 2,
  },
  ...(['due', 'funded', 'paid'] as const).map(
    (field): Column<PlanDistribution> => ({
      id: field,
      header: { due: 'Due', funded: 'Income used', paid: 'Paid, USD' }[field],
      text: (row) => row[field],
      cell: (row) => <Figure amount={row[field]} />,
      sort: (row) => toCents(row[field]),
      align: 'money',
      priority: field === 'paid' ? 1 : 2,
    }),
  ),
]

/** Shows the distributions of a plan, newest first. */
export const Distributions = ({
  distributions,
}: {
  distributions: readonly PlanDistribution[] | undefined
}) => (
  <Panel title="Distributions" flush>
    <DataTable
      caption="Distributions, newest first"
      columns={sharedColumns}
      rows={distributions}
      rowKey={(row) => row._id}
      empty="No distributions yet."
      dense
      searchable={false}
    />
  </Panel>
)
