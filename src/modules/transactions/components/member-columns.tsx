import type { ReactNode } from 'react'
import { toCents, type Usd } from '#lib/money.ts'
import { METHOD_FACTS, PAYMENT_METHODS, type PaymentMethodCode } from '#modules/settings/model.ts'
import { Money } from '#ui/figures/money.tsx'
import { formatDateTime, When } from '#ui/figures/when.tsx'
import type { Column } from '#ui/table/column.ts'
import type { Filters } from '#ui/table/filters.ts'

type MemberRow<Status> = { status: Status; createdAt: string; payment_method: PaymentMethodCode }

type StatusLabels<Status> = {
  format: (status: Status) => string
  StatusTag: (props: { status: Status }) => ReactNode
}

/** Returns the columns of a member's own list. */
export const buildMemberColumns = <Status extends string, Row extends MemberRow<Status>>(
  { format, StatusTag }: StatusLabels<Status>,
  getAmount: (row: Row) => Usd,
): readonly Column<Row>[] => [
  {
    id: 'amount',
    header: 'Amount',
    text: getAmount,
    cell: (row) => <Money amount={getAmount(row)} />,
    sort: (row) => toCents(getAmount(row)),
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
    text: (row) => format(row.status),
    cell: (row) => <StatusTag status={row.status} />,
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

/** Returns the filters of a member's own list: status, payment method and dates. */
export const buildMemberFilters = <Status extends string, Row extends MemberRow<Status>>(
  statuses: readonly Status[],
  format: (status: Status) => string,
): Filters<Row> => ({
  choices: [
    {
      id: 'status',
      label: 'Status',
      options: statuses.map((value) => ({ value, label: format(value) })),
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
})
