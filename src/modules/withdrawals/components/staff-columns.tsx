import { AssigneeName } from '#modules/desk/components/assignment.tsx'
import { buildStaffColumns } from '#modules/transactions/components/staff-columns.tsx'
import { describeWaiting, WaitingNote } from '#modules/transactions/components/waiting-note.tsx'
import { Figure } from '#ui/figures/money.tsx'
import { Tag } from '#ui/status/tag.tsx'
import type { Column } from '#ui/table/column.ts'
import type { StaffWithdrawal } from './calls.tsx'
import { WithdrawalStatusTag, withdrawalStatus } from './status.tsx'

const { date, member, method, amount } = buildStaffColumns<StaffWithdrawal>('Date, UTC')

const formatStatus = (row: StaffWithdrawal) => {
  const { approvedOnce, status, payoutBatch, late } = row
  const label = approvedOnce ? 'Waiting for approval' : withdrawalStatus.format(status)
  const exported = payoutBatch ? [`in batch ${payoutBatch.number}`] : []
  return [label, ...(late ? ['late'] : []), ...exported].join(', ') + describeWaiting(row)
}

/** The columns of the list of withdrawals in the back office. */
export const staffColumns: readonly Column<StaffWithdrawal>[] = [
  date,
  member,
  {
    id: 'status',
    header: 'Status',
    sort: false,
    text: formatStatus,
    cell: (row) => (
      <>
        <WithdrawalStatusTag status={row.status} />
        {row.late && <Tag tone="wait">Late</Tag>}
        {row.payoutBatch && <span className="meta muted"> In batch {row.payoutBatch.number}</span>}
        {row.approvedOnce && <span className="meta muted"> Waiting for approval</span>}
        <WaitingNote row={row} />
        <AssigneeName subject={row._id} />
      </>
    ),
  },
  {
    id: 'place',
    header: 'Queue',
    text: (row) => (row.place === null ? '' : String(row.place)),
    sort: false,
    priority: 3,
  },
  method,
  {
    id: 'source',
    header: 'From',
    text: (row) => (row.source === 'profit' ? 'Profit' : 'Balance'),
    sort: false,
    priority: 3,
  },
  {
    id: 'arrives',
    header: 'Net payout, USD',
    text: (row) => row.arrives,
    cell: (row) => <Figure amount={row.arrives} />,
    sort: false,
    align: 'money',
    priority: 3,
  },
  amount,
]
