import { Exact } from '#modules/treasury/components/custody-labels.tsx'
import { formatDateTime, When } from '#ui/figures/when.tsx'
import { Tag } from '#ui/status/tag.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import type { ReceiptLine, TableProps } from './treasury-tables.tsx'

const RECEIPT_COLUMNS: readonly Column<ReceiptLine>[] = [
  {
    id: 'arrived',
    header: 'Received, UTC',
    text: ({ arrivedAt }) => formatDateTime(arrivedAt, 'UTC'),
    cell: ({ arrivedAt }) => <When at={arrivedAt} timeZone="UTC" />,
    sort: ({ arrivedAt }) => arrivedAt,
  },
  {
    id: 'state',
    header: 'State',
    text: ({ consumedBy }) => (consumedBy ? 'Used' : 'Open'),
    cell: ({ consumedBy }) => (
      <Tag tone={consumedBy ? 'ok' : 'wait'}>{consumedBy ? 'Used' : 'Open'}</Tag>
    ),
  },
  {
    id: 'reference',
    header: 'Reference',
    text: ({ reference }) => reference,
    cell: ({ reference, source, outputIndex }) => (
      <>
        <span className="anywhere">{reference}</span>
        <br />
        <span className="meta muted">
          {source}
          {outputIndex > 0 && `, output ${outputIndex}`}
        </span>
      </>
    ),
    priority: 2,
  },
  {
    id: 'amount',
    header: 'Amount',
    text: ({ amount, currency }) => `${amount} ${currency}`,
    cell: ({ amount, currency }) => <Exact {...{ amount, currency }} />,
    sort: false,
    align: 'money',
  },
]

/** Lists the receipts of payments; each can be used once. */
export const ReceiptTable = (props: TableProps<ReceiptLine>) => (
  <DataTable
    {...props}
    caption="Receipts, newest first"
    columns={RECEIPT_COLUMNS}
    rowKey={({ _id }) => _id}
    empty="No receipts yet."
    exportName="receipts.csv"
    dense
  />
)
