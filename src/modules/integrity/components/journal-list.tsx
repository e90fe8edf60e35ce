import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { Figure } from '#ui/figures/money.tsx'
import { formatDateTime, When } from '#ui/figures/when.tsx'
import type { Column } from '#ui/table/column.ts'
import { GrowingTable } from '#ui/table/growing-table.tsx'
import { RowKeysHint } from '#ui/table/row-keys-hint.tsx'
import { useOpenRow } from '#ui/table/use-open-row.ts'
import { useRowKeys } from '#ui/table/use-row-keys.ts'
import { integrityCalls, type JournalRow } from './calls.tsx'
import { formatJournalNumber, formatTransferType, JournalRowDrawer } from './journal-row-drawer.tsx'

const columns: readonly Column<JournalRow>[] = [
  {
    id: 'number',
    header: 'Number',
    text: formatJournalNumber,
    cell: (row) => <span className="mono meta">{formatJournalNumber(row)}</span>,
    sort: false,
  },
  {
    id: 'kind',
    header: 'Type',
    text: (row) => formatTransferType(row.kind),
    sort: false,
    priority: 2,
  },
  {
    id: 'accounts',
    header: 'Debit, credit',
    text: (row) => `${row.debit} ${row.credit}`,
    cell: (row) => (
      <span className="mono meta anywhere">
        {row.debit}
        <br />
        {row.credit}
      </span>
    ),
    sort: false,
    priority: 2,
  },
  {
    id: 'posted',
    header: 'Posted, UTC',
    text: (row) => formatDateTime(row.postedAt, 'UTC'),
    cell: (row) => <When at={row.postedAt} timeZone="UTC" />,
    sort: false,
    priority: 3,
  },
  {
    id: 'amount',
    header: 'Amount',
    text: (row) => `${row.amount} ${row.currency}`,
    cell: (row) => (
      <>
        <Figure amount={row.amount} /> <span className="meta muted">{row.currency}</span>
      </>
    ),
    sort: false,
    align: 'money',
  },
]

/** Displays journal rows, newest first: all, those of a reference, or one by number. */
export function JournalList() {
  const [params] = useSearchParams()
  const reference = params.get('reference') ?? undefined
  const number = params.get('number') ?? undefined
  const list = useInfiniteQuery(
    integrityCalls.rows.infiniteOptions({
      input: (before: string | undefined) => ({
        ...(reference && { reference }),
        ...(number && { number }),
        ...(before && { before }),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ data }) => (data.length < 50 ? undefined : data.at(-1)?.before),
    }),
  )

  const { openId, open } = useOpenRow()
  useRowKeys()

  const rows = list.data?.pages.flatMap(({ data }) => data)

  return (
    <>
      <GrowingTable
        list={list}
        more="Show earlier rows"
        caption="Journal rows, newest first"
        columns={columns}
        rows={rows}
        rowKey={(row) => row._id}
        empty="No rows yet."
        exportName="journal.csv"
        tools={<RowKeysHint />}
        selectedKey={openId}
        rowAction={{
          onPress: (row) => open(row._id),
          label: (row) => `${formatJournalNumber(row)} ${formatTransferType(row.kind)}`,
        }}
      />
      <JournalRowDrawer
        row={rows?.find(({ _id }) => _id === openId)}
        onClose={() => open(undefined)}
      />
    </>
  )
}
