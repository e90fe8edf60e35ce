import { METHOD_FACTS, PAYMENT_METHODS, type PaymentMethodCode } from '#modules/settings/model.ts'
import { joinClasses } from '#ui/classes.ts'
import { Figure } from '#ui/figures/money.tsx'
import { formatDateTime, When } from '#ui/figures/when.tsx'
import type { Column } from '#ui/table/column.ts'
import type { ChoiceField } from '#ui/table/filter-bar.tsx'
import { WAITING_AGES, type WaitingAge } from '../model.ts'
import styles from './staff-columns.module.css'

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
    cell: (row) => <span className={joinClasses('strong', styles.name)}>{row.member.name}</span>,
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

const AGE_LABELS: Record<WaitingAge, string> = {
  late: 'Past the promised time',
  '1h': 'More than 1 hour',
  '4h': 'More than 4 hours',
  '1d': 'More than 1 day',
  '3d': 'More than 3 days',
  '7d': 'More than 7 days',
}

/** Returns the filters of a list of the back office; its status is chosen by tabs. */
export const buildStaffFilters = <Status extends string>(
  statuses: readonly Status[],
  format: (status: Status) => string,
  countries: ChoiceField['options'],
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
    { id: 'min', label: 'Amount from', amount: true, more: true },
    { id: 'max', label: 'Amount to', amount: true, more: true },
    {
      id: 'age',
      label: 'Waiting',
      more: true,
      options: WAITING_AGES.map((value) => ({ value, label: AGE_LABELS[value] })),
    },
    { id: 'country', label: 'Country of the member', more: true, options: countries },
  ] as const

/** Returns the filter by a plan; its plans may still be loading. */
export const buildPlanFilter = (options: ChoiceField['options']) =>
  ({ id: 'plan', label: 'Plan', more: true, options }) as const
