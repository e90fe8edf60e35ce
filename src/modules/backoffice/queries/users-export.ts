import { formatAmount } from '#lib/money.ts'
import type { MemberFilter } from '#modules/identity/queries.ts'
import type { App } from '#platform/app.ts'
import { exportList } from '#platform/files/export.ts'
import { listUsers, type UserLine } from '../queries.ts'

const HEADS = [
  'ID',
  'First Name',
  'Last Name',
  'Email',
  'Country',
  'Status',
  'Registered Date',
  'Last signed in',
  'Account Balance, USD',
  'Accumulated Interest, USD',
  'Total Deposit, USD',
]

/** The members that a list finds, with what the books say, as one file. */
export const exportUsers = (
  app: App,
  filter: MemberFilter,
  order: Parameters<typeof listUsers>[2],
) =>
  exportList<UserLine>(app, {
    name: 'users.csv',
    heads: HEADS,
    page: (tx, part) => listUsers(tx, filter, order, part),
    cells: ({ member, balance, profit, deposited }) => [
      member.id,
      member.firstName,
      member.lastName,
      member.email,
      member.country,
      member.status,
      member.createdAt.toISOString(),
      member.lastSignInAt?.toISOString() ?? '',
      ...[balance, profit, deposited].map((cents) => formatAmount(cents, 'USD')),
    ],
  })
