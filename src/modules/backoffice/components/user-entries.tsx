import { useQuery } from '@tanstack/react-query'
import { toCents } from '#lib/money.ts'
import { Figure } from '#ui/figures/money.tsx'
import { CalendarDay, formatCalendarDay } from '#ui/figures/when.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { backofficeCalls, type MemberEntry } from './calls.tsx'

const PAGE = 5

const columns: readonly Column<MemberEntry>[] = [
  {
    id: 'entry-day',
    header: 'Effective date',
    text: (row) => formatCalendarDay(row.effective),
    cell: (row) => <CalendarDay day={row.effective} />,
    sort: (row) => row.effective,
    priority: 2,
  },
  {
    id: 'entry-what',
    header: 'Entry',
    text: (row) => `${row.what} ${row.reason ?? ''}`,
    cell: (row) => (
      <>
        {row.what}
        {row.reason && <span className="muted"> · {row.reason}</span>}
      </>
    ),
  },
  {
    id: 'entry-number',
    header: 'Ledger',
    text: (row) => (row.journalNumber ? `L-${row.journalNumber}` : 'Pending'),
    cell: (row) => (
      <span className="mono">{row.journalNumber ? `L-${row.journalNumber}` : 'Pending'}</span>
    ),
    priority: 2,
  },
  {
    id: 'entry-reference',
    header: 'Reference',
    text: (row) => row.reference,
    cell: (row) => <span className="mono">{row.reference}</span>,
    priority: 3,
  },
  {
    id: 'entry-change',
    header: 'Change, USD',
    text: (row) => row.change,
    cell: (row) => <Figure amount={row.change} sign="always" />,
    sort: (row) => toCents(row.change),
    align: 'money',
  },
  {
    id: 'entry-amount',
    header: 'Amount, USD',
    text: (row) => row.amount,
    cell: (row) => <Figure amount={row.amount} />,
    sort: (row) => toCents(row.amount),
    align: 'money',
    priority: 2,
  },
]

/** Lists the journal rows of a member's accounts, newest first. */
export function UserEntries({ memberId }: { memberId: string }) {
  const { data, isError, refetch } = useQuery(
    backofficeCalls.entries.queryOptions({ input: { id: memberId, limit: 100 } }),
  )
  return (
    <Panel title="Ledger entries" flush>
      <DataTable
        caption="Entries of this member, newest first"
        columns={columns}
        rows={data?.data}
        rowKey={(row) => row._id}
        failed={isError}
        onRetry={() => void refetch()}
        empty="No entries yet."
        exportName="entries.csv"
        pageSize={PAGE}
        dense
      />
    </Panel>
  )
}
