import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { TextLink } from '#ui/actions/text-link.tsx'
import { Figure } from '#ui/figures/money.tsx'
import { formatDateTime, When } from '#ui/figures/when.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Drawer, DrawerPart } from '#ui/overlay/dialog.tsx'
import type { Column } from '#ui/table/column.ts'
import { GrowingTable } from '#ui/table/growing-table.tsx'
import { RowKeysHint } from '#ui/table/row-keys-hint.tsx'
import { useOpenRow } from '#ui/table/use-open-row.ts'
import { useRowKeys } from '#ui/table/use-row-keys.ts'
import { integrityCalls, type JournalRow } from './calls.tsx'
import { buildAccountLink } from './ledger-labels.tsx'

const formatTransferType = (kind: string) => kind.replaceAll('_', ' ')
const formatJournalNumber = ({ seq }: JournalRow) => (seq === null ? 'not chained' : `L-${seq}`)

const buildReferenceLink = (reference: string) =>
  `/admin-dashboard/ledger?view=journal&reference=${encodeURIComponent(reference)}`

const columns: readonly Column<JournalRow>[] = [
  {
    id: 'number',
    header: 'Number',
    text: formatJournalNumber,
    cell: (row) => <span className="mono meta">{formatJournalNumber(row)}</span>,
    sub: (row) => formatTransferType(row.kind),
    sort: false,
  },
  {
    id: 'kind',
    header: 'Kind',
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
        caption="Rows of the journal, newest first"
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
      <RowDrawer row={rows?.find(({ _id }) => _id === openId)} onClose={() => open(undefined)} />
    </>
  )
}

const AccountLink = ({ code }: { code: string }) => (
  <span className="anywhere">
    <TextLink to={buildAccountLink(code)}>{code}</TextLink>
  </span>
)

const RowDrawer = ({ row, onClose }: { row: JournalRow | undefined; onClose: () => void }) => (
  <Drawer
    open={row !== undefined}
    onClose={onClose}
    title={row ? `Row ${formatJournalNumber(row)}` : 'Row'}
  >
    {row && (
      <DrawerPart title={formatTransferType(row.kind)}>
        <KeyValues
          rows={[
            { label: 'Debit', value: <AccountLink code={row.debit} /> },
            { label: 'Credit', value: <AccountLink code={row.credit} /> },
            {
              label: 'Amount',
              value: (
                <>
                  <Figure amount={row.amount} /> {row.currency}
                </>
              ),
            },
            { label: 'Effective date', value: row.effective },
            { label: 'Posted, UTC', value: <When at={row.postedAt} timeZone="UTC" /> },
            {
              label: 'Reference',
              value: <TextLink to={buildReferenceLink(row.reference)}>{row.reference}</TextLink>,
            },
            { label: 'Reason', value: row.reason ?? 'none needed' },
            { label: 'Posted by', value: <span className="mono meta anywhere">{row.actor}</span> },
            { label: 'Approval', value: row.approval ?? 'none needed' },
          ]}
        />
      </DrawerPart>
    )}
  </Drawer>
)
