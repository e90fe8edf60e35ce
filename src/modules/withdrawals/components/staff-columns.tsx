import { METHOD_FACTS } from '#modules/settings/model.ts'
import { Figure } from '#ui/figures/money.tsx'
import { formatDateTime, When } from '#ui/figures/when.tsx'
import type { Column } from '#ui/table/column.ts'
import type { StaffWithdrawal } from './calls.tsx'
import { formatWithdrawalStatus, WithdrawalStatusTag } from './withdrawal-timeline.tsx'

/** What the staff's list of withdrawals shows. */
export const staffColumns: readonly Column<StaffWithdrawal>[] = [
  {
    id: 'date',
    header: 'Date, UTC',
    text: (row) => formatDateTime(row.createdAt, 'UTC'),
    cell: (row) => <When at={row.createdAt} timeZone="UTC" />,
    priority: 2,
  },
  {
    id: 'member',
    header: 'Member',
    text: (row) => row.member.name,
    cell: (row) => <span className="strong">{row.member.name}</span>,
    sub: (row) => <When at={row.createdAt} timeZone="UTC" />,
    sort: false,
  },
  {
    id: 'status',
    header: 'Status',
    sort: false,
    text: (row) =>
      row.secondAdminNeeded ? 'Waiting for approval' : formatWithdrawalStatus(row.status),
    cell: (row) => (
      <>
        <WithdrawalStatusTag status={row.status} />
        {row.secondAdminNeeded && <span className="meta muted"> Waiting for approval</span>}
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
  {
    id: 'method',
    header: 'Payment Method',
    text: (row) => METHOD_FACTS[row.payment_method].label,
    sort: false,
    priority: 3,
  },
  {
    id: 'source',
    header: 'From',
    text: (row) => (row.source === 'profit' ? 'Profit' : 'Balance'),
    sort: false,
    priority: 3,
  },
  {
    id: 'arrives',
    header: 'After the fee, USD',
    text: (row) => row.arrives,
    cell: (row) => <Figure amount={row.arrives} />,
    sort: false,
    align: 'money',
    priority: 3,
  },
  {
    id: 'amount',
    header: 'Amount, USD',
    text: (row) => row.amount,
    cell: (row) => <Figure amount={row.amount} />,
    align: 'money',
  },
]
