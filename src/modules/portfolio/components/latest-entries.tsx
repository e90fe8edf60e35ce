import { useQuery } from '@tanstack/react-query'
import { buildEntryLink } from '#modules/transactions/model.ts'
import { TextLink } from '#ui/actions/text-link.tsx'
import { CHAIN_POLL_MS, JournalNumber } from '#ui/figures/journal-number.tsx'
import { Figure } from '#ui/figures/money.tsx'
import { CalendarDay } from '#ui/figures/when.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { type OwnEntry, portfolioCalls } from './calls.tsx'

const SHOWN = 5

/** Checks whether a row moved money within the account, such as between cash and positions. */
const isInternalMove = ({ change }: OwnEntry) => Number(change) === 0

const columns: readonly Column<OwnEntry>[] = [
  {
    id: 'what',
    header: 'Entry',
    text: (row) => row.what,
    cell: ({ what, reason, effective, journalNumber }) => (
      <>
        {what}
        {reason && <span className="muted"> · {reason}</span>}
        <br />
        <span className="small muted">
          <CalendarDay day={effective} /> ·{' '}
          {journalNumber ? (
            <JournalNumber
              number={`L-${journalNumber}`}
              to={buildEntryLink(journalNumber, effective)}
            />
          ) : (
            'Pending'
          )}
        </span>
      </>
    ),
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
 * Lists the member's newest journal rows, each with its day and its change of the portfolio value.
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
    >
      <DataTable
        plain
        caption="Latest entries"
        columns={columns}
        rows={data?.data}
        rowKey={(row) => row._id}
        failed={isError}
        onRetry={() => void refetch()}
        empty="No entries yet."
      />
    </Panel>
  )
}
