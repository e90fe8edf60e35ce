import { toCents } from '#lib/money.ts'
import { METHOD_FACTS, PAYMENT_METHODS } from '#modules/settings/model.ts'
import { Money } from '#ui/figures/money.tsx'
import { formatDateTime, When } from '#ui/figures/when.tsx'
import type { Column } from '#ui/table/column.ts'
import type { Filters } from '#ui/table/filters.ts'
import { WITHDRAWAL_STATUSES } from '../model.ts'
import type { OwnWithdrawal } from './calls.tsx'
import { formatWithdrawalStatus, WithdrawalStatusTag } from './withdrawal-timeline.tsx'

/** What a member's list of withdrawals shows. */
export const withdrawalColumns: readonly Column<OwnWithdrawal>[] = [
  {
    id: 'amount',
    header: 'Amount',
    text: (row) => row.amount,
    cell: (row) => <Money amount={row.amount} />,
    sort: (row) => toCents(row.amount),
    sub: (row) => <When at={row.createdAt} />,
  },
  {
    id: 'method',
    header: 'Payment Method',
    text: (row) => METHOD_FACTS[row.payment_method].label,
    priority: 2,
  },
  {
    id: 'status',
    header: 'Status',
    text: (row) => formatWithdrawalStatus(row.status),
    cell: (row) => <WithdrawalStatusTag status={row.status} />,
  },
  {
    id: 'date',
    header: 'Date',
    text: (row) => formatDateTime(row.createdAt),
    cell: (row) => <When at={row.createdAt} />,
    sort: (row) => row.createdAt,
    priority: 2,
  },
]

/** What a member's list of withdrawals can be narrowed by. */
export const withdrawalFilters: Filters<OwnWithdrawal> = {
  choices: [
    {
      id: 'status',
      label: 'Status',
      options: WITHDRAWAL_STATUSES.map((value) => ({
        value,
        label: formatWithdrawalStatus(value),
      })),
      of: (row) => row.status,
    },
    {
      id: 'method',
      label: 'Payment Method',
      options: PAYMENT_METHODS.map((value) => ({ value, label: METHOD_FACTS[value].label })),
      of: (row) => row.payment_method,
    },
  ],
  at: (row) => row.createdAt,
}
