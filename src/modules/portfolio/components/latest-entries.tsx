import { useQuery } from '@tanstack/react-query'
import { TextLink } from '#ui/actions/text-link.tsx'
import { CHAIN_POLL_MS, JournalNumber } from '#ui/figures/journal-number.tsx'
import { Figure } from '#ui/figures/money.tsx'
import { CalendarDay, formatCalendarDay } from '#ui/figures/when.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { type OwnEntry, portfolioCalls } from './calls.tsx'
import { buildSubjectLink } from './subject.tsx'

const SHOWN = 6

/**
 * Checks whether a row leaves the account balance unchanged, such as between cash and positions.
 */
const isInternalMove = ({ change }: OwnEntry) => Number(change) === 0

const columns: readonly Column<OwnEntry>[] = [
  {
    id: 'what',
    header: 'Entry',
    text: (row) => row.what,
    cell: (row) => (
      <>
        {row.what}
        {row.reason && <span className="muted"> · {row.reason}</span>}
      </>
    ),
    sub: (row) => <CalendarDay day={row.effective} />,
    sort: false,
  },
  {
    id: 'when',
    header: 'When',
    text: (row) => formatCalendarDay(row.effective),
    cell: (row) => <CalendarDay day={row.effective} />,
    priority: 2,
    sort: false,
  },
  {
    id: 'number',
    header: 'Ledger',
    text: (row) => (row.journalNumber ? `L-${row.journalNumber}` : 'Not chained yet'),
    cell: (row) =>
      row.journalNumber ? (
        <JournalNumber
          number={`L-${row.journalNumber}`}
          to={buildSubjectLink(row.reference, row.effective)}
        />
      ) : (
        <span className="muted">Not chained yet</span>
      ),
    priority: 2,
    sort: false,
  },
  {
    id: 'change',
    header: 'Amount, USD',
    text: (row) => (isInternalMove(row) ? row.amount : row.change),
    cell: (row) =>
      isInternalMove(row) ? (
        <span className="muted">
          <Figure amount={row.amount} />
        </span>
      ) : (
        <Figure amount={row.change} sign="always" coloured />
      ),
    align: 'money',
    sort: false,
  },
]

/**
 * Lists the member's newest journal rows, each with its day and its change of the account balance.
 */
export function LatestEntries() {
  const input = { limit: SHOWN }
  const { data, isError, refetch } = useQuery({
    ...portfolioCalls.entries.queryOptions({ input }),
    refetchInterval: ({ state }) =>
      state.data?.data.some((row) => row.journalNumber === null) ? CHAIN_POLL_MS : false,
  })

  return (
    <Panel
      title="Latest entries"
      aside={
        <TextLink to="/dashboard/statements" arrow>
          All entries
        </TextLink>
      }
      flush
      foot={
        <p>
          A signed amount changed your account balance. One without a sign moved within it, or out
          of what was set aside.
        </p>
      }
    >
      <DataTable
        plain
        caption="Latest entries"
        columns={columns}
        rows={data?.data}
        rowKey={(row) => row._id}
        failed={isError}
        onRetry={() => void refetch()}
        empty="Nothing has been posted to your account yet."
      />
    </Panel>
  )
}
