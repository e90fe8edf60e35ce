import { formatDateTime, When } from '#ui/figures/when.tsx'
import type { Column } from '#ui/table/column.ts'
import type { BreakLine } from './calls.tsx'
import { BreakTag, describeBreakState, Exact, placeText } from './custody-labels.tsx'

export const BREAK_COLUMNS: readonly Column<BreakLine>[] = [
  {
    id: 'place',
    header: 'Account',
    text: placeText,
    cell: (row) => <span className="strong">{placeText(row)}</span>,
  },
  {
    id: 'state',
    header: 'State',
    text: (row) => describeBreakState(row)[1],
    cell: (row) => <BreakTag one={row} />,
    priority: 2,
  },
  { id: 'owner', header: 'Assignee', text: (row) => row.owner?.name ?? 'Unassigned', priority: 2 },
  {
    id: 'due',
    header: 'Due, UTC',
    text: (row) => formatDateTime(row.dueAt, 'UTC'),
    cell: (row) => <When at={row.dueAt} timeZone="UTC" />,
    sort: (row) => row.dueAt,
    priority: 3,
  },
  {
    id: 'difference',
    header: 'Difference (external − ledger)',
    text: (row) => `${row.latest.difference} ${row.currency}`,
    cell: (row) => <Exact amount={row.latest.difference} currency={row.currency} />,
    sort: false,
    align: 'money',
  },
]
