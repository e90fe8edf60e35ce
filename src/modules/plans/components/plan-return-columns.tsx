import { toCents } from '#lib/money.ts'
import { Figure } from '#ui/figures/money.tsx'
import { CalendarDay, formatCalendarDay } from '#ui/figures/when.tsx'
import { Tag } from '#ui/status/tag.tsx'
import type { Column } from '#ui/table/column.ts'
import type { PlanReturns } from './calls.tsx'

type OwedReturn = PlanReturns['owed'][number]

/** The columns of the table of returns that are due. */
export const owedColumns: readonly Column<OwedReturn>[] = [
  {
    id: 'member',
    header: 'Member',
    text: (row) => row.member.name,
    cell: (row) => <span className="strong">{row.member.name}</span>,
  },
  {
    id: 'matured',
    header: 'Matured',
    text: (row) => formatCalendarDay(row.maturedOn),
    cell: (row) => <CalendarDay day={row.maturedOn} />,
    sort: (row) => row.maturedOn,
    priority: 2,
  },
  {
    id: 'state',
    header: 'Status',
    text: (row) => (toCents(row.paid) > 0n ? 'Partially paid' : 'Awaiting income'),
    cell: (row) =>
      toCents(row.paid) > 0n ? (
        <Tag tone="wait">Partially paid</Tag>
      ) : (
        <Tag tone="wait">Awaiting income</Tag>
      ),
    priority: 2,
  },
  ...(['due', 'paid', 'owed'] as const).map(
    (field): Column<OwedReturn> => ({
      id: field,
      header: { due: 'Due', paid: 'Paid', owed: 'Owed, USD' }[field],
      text: (row) => row[field],
      cell: (row) => <Figure amount={row[field]} />,
      sort: (row) => toCents(row[field]),
      align: 'money',
      priority: field === 'owed' ? 1 : 3,
    }),
  ),
]

/** The columns of the table of returns that fall due later. */
export const upcomingColumns: readonly Column<PlanReturns['upcoming'][number]>[] = [
  {
    id: 'day',
    header: 'Maturity date',
    text: (row) => formatCalendarDay(row.day),
    cell: (row) => <CalendarDay day={row.day} />,
    sort: false,
  },
  {
    id: 'positions',
    header: 'Positions',
    text: (row) => String(row.positions),
    align: 'end',
    sort: false,
  },
  {
    id: 'principal',
    header: 'Principal',
    text: (row) => row.principal,
    cell: (row) => <Figure amount={row.principal} />,
    align: 'money',
    sort: false,
  },
]
