import { useQuery } from '@tanstack/react-query'
import { METHOD_FACTS } from '#modules/settings/model.ts'
import { Figure } from '#ui/figures/money.tsx'
import { formatDateTime, When } from '#ui/figures/when.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { type PayoutBatch, withdrawalCalls } from './calls.tsx'
import { formatBatchState } from './payout-status.tsx'

const columns: readonly Column<PayoutBatch>[] = [
  {
    id: 'number',
    header: 'Batch',
    text: (row) => `Batch ${row.number}`,
    cell: (row) => <span className="strong">Batch {row.number}</span>,
    sort: (row) => row.number,
  },
  {
    id: 'method',
    header: 'Method',
    text: (row) => (row.method ? METHOD_FACTS[row.method].label : 'Several'),
    priority: 2,
  },
  { id: 'state', header: 'State', text: formatBatchState },
  {
    id: 'created',
    header: 'Created, UTC',
    text: (row) => formatDateTime(row.createdAt, 'UTC'),
    cell: (row) => <When at={row.createdAt} timeZone="UTC" />,
    sort: (row) => row.createdAt,
    priority: 3,
  },
  {
    id: 'count',
    header: 'Withdrawals',
    text: (row) => String(row.count),
    align: 'end',
    priority: 2,
  },
  {
    id: 'sum',
    header: 'Total, USD',
    text: (row) => row.sum,
    cell: (row) => <Figure amount={row.sum} />,
    align: 'money',
    priority: 2,
  },
]

type Props = { openId: string | undefined; onOpen: (id: string) => void }

/** The payout batches, newest first; a row opens its batch. */
export function PayoutBatches({ openId, onOpen }: Props) {
  const { data, isError, refetch } = useQuery(withdrawalCalls.batches.queryOptions())
  const batches = data?.data.batches
  if (batches?.length === 0) return null

  return (
    <Panel title="Payout batches" flush>
      <DataTable
        caption="Payout batches, newest first"
        columns={columns}
        rows={batches}
        rowKey={(row) => row._id}
        rowAction={{ onPress: (row) => onOpen(row._id), label: (row) => `Batch ${row.number}` }}
        selectedKey={openId}
        failed={isError}
        onRetry={() => void refetch()}
        empty="No payout batches yet."
        searchable={false}
        dense
      />
    </Panel>
  )
}
