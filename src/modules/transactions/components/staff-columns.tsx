import { METHOD_FACTS, PAYMENT_METHODS, type PaymentMethodCode } from '#modules/settings/model.ts'
import { Figure } from '#ui/figures/money.tsx'
import { formatDateTime, When } from '#ui/figures/when.tsx'
import type { Column } from '#ui/table/column.ts'

type StaffRow = {
  createdAt: string
  member: { name: string }
  payment_method: PaymentMethodCode
  amount: string
}

/** Returns the columns that both lists of the back office share, by id. */
export function buildStaffColumns<Row extends StaffRow>(dateHeader: string) {
  const date: Column<Row> = {
    id: 'date',
    header: dateHeader,
    text: (row) => formatDateTime(row.createdAt, 'UTC'),
    cell: (row) => <When at={row.createdAt} timeZone="UTC" />,
    priority: 2,
  }

  const member: Column<Row> = {
    id: 'member',
    header: 'Member',
    text: (row) => row.member.name,
    cell: (row) => <span className="strong">{row.member.name}</span>,
    sub: (row) => <When at={row.createdAt} timeZone="UTC" />,
    sort: false,
  }

  const method: Column<Row> = {
    id: 'method',
    header: 'Payment Method',
    text: (row) => METHOD_FACTS[row.payment_method].label,
    sort: false,
    priority: 3,
  }

  const amount: Column<Row> = {
    id: 'amount',
    header: 'Amount, USD',
    text: (row) => row.amount,
    cell: (row) => <Figure amount={row.amount} />,
    align: 'money',
  }

  return { date, member, method, amount }
}

/** Returns the filters of a list of the back office; its status is chosen by tabs. */
export const buildStaffFilters = <Status extends string>(
  statuses: readonly Status[],
  format: (status: Status) => string,
) =>
  [
    {
      id: 'status',
      label: 'Status',
      elsewhere: true,
      options: statuses.map((value) => ({ value, label: format(value) })),
    },
    {
      id: 'method',
      label: 'Payment Method',
      options: PAYMENT_METHODS.map((value) => ({ value, label: METHOD_FACTS[value].label })),
    },
  ] as const
