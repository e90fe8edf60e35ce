import { METHOD_FACTS, PAYMENT_METHODS } from '#modules/settings/model.ts'
import { Money } from '#ui/figures/money.tsx'
import { formatDateTime, When } from '#ui/figures/when.tsx'
import type { Column } from '#ui/table/column.ts'
import type { Filters } from '#ui/table/filters.ts'
import { DEPOSIT_STATUSES } from '../model.ts'
import type { DepositLine } from './calls.tsx'
import { DepositStatusTag, formatDepositStatus } from './deposit-timeline.tsx'

/** What a member's list of deposits shows. */
export const depositColumns: readonly Column<DepositLine>[] = [
  {
    id: 'amount',
    header: 'Amount',
    text: (row) => row.investment.amount,
    cell: (row) => <Money amount={row.investment.amount} />,
    sort: (row) => BigInt(row.investment.amount.replace('.', '')),
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
    text: (row) => formatDepositStatus(row.status),
    cell: (row) => <DepositStatusTag status={row.status} />,
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

/** What a member's list of deposits can be narrowed by. */
export const depositFilters: Filters<DepositLine> = {
  choices: [
    {
      id: 'status',
      label: 'Status',
      options: DEPOSIT_STATUSES.map((value) => ({ value, label: formatDepositStatus(value) })),
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
