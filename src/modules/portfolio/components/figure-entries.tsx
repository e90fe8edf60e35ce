import { useInfiniteQuery } from '@tanstack/react-query'
import { buildEntryLink } from '#modules/transactions/model.ts'
import { Button } from '#ui/actions/button.tsx'
import { CHAIN_POLL_MS, JournalNumber } from '#ui/figures/journal-number.tsx'
import { Figure } from '#ui/figures/money.tsx'
import { CalendarDay } from '#ui/figures/when.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import type { FigureName } from '../model.ts'
import { type OwnFigureEntry, portfolioCalls } from './calls.tsx'
import styles from './figure-drawer.module.css'
import { FIGURE_LABELS } from './figure-labels.tsx'

const PAGE = 20

const columns: readonly Column<OwnFigureEntry>[] = [
  {
    id: 'what',
    header: 'Entry',
    text: ({ what }) => what,
    cell: (row) => <EntryText row={row} />,
    sort: false,
  },
  {
    id: 'change',
    header: 'Amount, USD',
    text: ({ change }) => change,
    cell: ({ change }) => <Figure amount={change} sign="always" coloured />,
    sort: false,
    align: 'money',
  },
]

function EntryText({ row: { what, details, day, journalNumber } }: { row: OwnFigureEntry }) {
  return (
    <div className={styles.entry}>
      <b>{what}</b>
      {details.map((detail) => (
        <p key={detail}>{detail}</p>
      ))}
      <p>
        <CalendarDay day={day} /> ·{' '}
        {journalNumber ? (
          <JournalNumber number={`L-${journalNumber}`} to={buildEntryLink(journalNumber, day)} />
        ) : (
          'Pending'
        )}
      </p>
    </div>
  )
}

/** Displays the journal entries behind a figure, page by page. */
export function FigureEntries({ figure }: { figure: FigureName }) {
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery({
      ...portfolioCalls.figure.infiniteOptions({
        input: (before: string | undefined) => ({ figure, limit: PAGE, before }),
        initialPageParam: undefined,
        getNextPageParam: ({ data: { next } }) => next ?? undefined,
      }),
      refetchInterval: ({ state }) =>
        state.data?.pages[0]?.data.entries.some(({ journalNumber }) => journalNumber === null)
          ? CHAIN_POLL_MS
          : false,
    })

  const rows = data?.pages.flatMap((page) => page.data.entries)
  const total = data?.pages[0]?.data.total

  return (
    <>
      <DataTable
        plain
        caption={FIGURE_LABELS[figure][0]}
        columns={columns}
        rows={rows}
        rowKey={({ _id }) => _id}
        failed={isError}
        onRetry={() => void refetch()}
        empty="No entries yet."
        {...(total !== undefined && rows?.length
          ? {
              totals: {
                what: hasNextPage ? 'Total, including older entries' : 'Total',
                change: <Figure amount={total} />,
              },
            }
          : {})}
      />
      {hasNextPage && (
        <Button
          block
          pending={isFetchingNextPage}
          pendingLabel="Loading..."
          onClick={() => fetchNextPage()}
        >
          Show older entries
        </Button>
      )}
    </>
  )
}
