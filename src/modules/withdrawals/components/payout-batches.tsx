import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { usePermission } from '#modules/approvals/components/use-permission.tsx'
import { useSaveFile } from '#platform/client/use-save-file.ts'
import { Button } from '#ui/actions/button.tsx'
import { Figure, Money } from '#ui/figures/money.tsx'
import { formatDateTime, When } from '#ui/figures/when.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { ReasonDialog } from '#ui/overlay/reason-dialog.tsx'
import { toast } from '#ui/status/toaster.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { type PayoutBatch, withdrawalCalls } from './calls.tsx'
import { getBatchFilePath } from './export-payouts.tsx'

const formatState = ({ cancelled, cancelling, unpaid }: PayoutBatch): string => {
  if (cancelled) return `Cancelled by ${cancelled.by}: ${cancelled.reason}`
  if (cancelling) return `Cancellation proposed by ${cancelling.by}. Waiting for approval`
  return unpaid === 0 ? 'Paid' : `${unpaid} unpaid`
}

const columns: readonly Column<PayoutBatch>[] = [
  {
    id: 'number',
    header: 'Batch',
    text: (row) => String(row.number),
    cell: (row) => <span className="strong">Batch {row.number}</span>,
  },
  {
    id: 'exported',
    header: 'Exported, UTC',
    text: (row) => formatDateTime(row.exportedAt, 'UTC'),
    cell: (row) => <When at={row.exportedAt} timeZone="UTC" />,
    sort: (row) => row.exportedAt,
    priority: 3,
  },
  { id: 'by', header: 'By', text: (row) => row.exportedBy, priority: 2 },
  {
    id: 'count',
    header: 'Withdrawals',
    text: (row) => String(row.count),
    align: 'end',
    priority: 2,
  },
  { id: 'state', header: 'State', text: formatState },
  {
    id: 'sum',
    header: 'Total, USD',
    text: (row) => row.sum,
    cell: (row) => <Figure amount={row.sum} />,
    align: 'money',
    priority: 2,
  },
]

const ACTIONS: Column<PayoutBatch> = {
  id: 'actions',
  header: 'Actions',
  text: () => '',
  sort: false,
  hideHeader: true,
  align: 'end',
  cell: (row) => <BatchActions batch={row} />,
}

/** The exported batches, newest first: each can be downloaded again and is the same file. */
export function PayoutBatches() {
  const { data, isError, refetch } = useQuery(withdrawalCalls.batches.queryOptions())
  const may = usePermission('payout-batch.export')
  const batches = data?.data.batches
  if (batches?.length === 0) return null

  return (
    <Panel title="Payout batches" flush>
      <DataTable
        caption="Payout batches, newest first"
        columns={may ? [...columns, ACTIONS] : columns}
        rows={batches}
        rowKey={(row) => row._id}
        failed={isError}
        onRetry={() => void refetch()}
        empty="No payout batches yet."
        searchable={false}
        dense
      />
    </Panel>
  )
}

function BatchActions({ batch }: { batch: PayoutBatch }) {
  const { saving, save } = useSaveFile(toast.error)
  const [cancelling, setCancelling] = useState(false)
  if (batch.cancelled) return null

  return (
    <FormActions>
      <Button
        size="sm"
        pending={saving}
        pendingLabel="Loading...."
        onClick={() => void save(getBatchFilePath(batch._id))}
      >
        Download<span className="visually-hidden"> batch {batch.number}</span>
      </Button>
      {batch.unpaid > 0 && !batch.cancelling && (
        <Button size="sm" onClick={() => setCancelling(true)}>
          Cancel…<span className="visually-hidden"> batch {batch.number}</span>
        </Button>
      )}
      {cancelling && <CancelDialog batch={batch} onClose={() => setCancelling(false)} />}
    </FormActions>
  )
}

const CANCEL_HINT =
  'Another admin has to approve and will see the reason. Make sure that none of these ' +
  'withdrawals were sent, because they can be exported again.'

function CancelDialog({ batch, onClose }: { batch: PayoutBatch; onClose: () => void }) {
  const queries = useQueryClient()
  const form = useFormAction(async ({ reason = '' }) => {
    const { body } = await withdrawalCalls.cancelBatch.call({ id: batch._id, reason })
    toast.success(body.message)
    onClose()
    void queries.invalidateQueries()
  })

  return (
    <ReasonDialog
      open
      onClose={onClose}
      title={`Cancel batch ${batch.number}?`}
      effects={[
        { label: 'Unpaid withdrawals', value: String(batch.unpaid) },
        { label: 'Batch total', value: <Money amount={batch.sum} /> },
      ]}
      hint={CANCEL_HINT}
      actionLabel="Request approval"
      acting="Loading...."
      {...form}
    />
  )
}
