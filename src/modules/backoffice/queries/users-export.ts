import { formatAmount } from '#lib/money.ts'
import type { App } from '#platform/app.ts'
import { exportList } from '#platform/files/export.ts'
import { listUsers, type UserLine } from '../queries.ts'
import type { UserFilter } from './user-filter.ts'

const HEADINGS = [
  'ID',
  'First Name',
  'Last Name',
  'Email',
  'Country',
  'Status',
  'Registered Date',
  'Last login',
  'Account Balance, USD',
  'Accumulated Interest, USD',
  'Total Deposit, USD',
]

/** Exports the members that match a filter, with the figures of the ledger, as a CSV file. */
export const exportUsers = (app: App, filter: UserFilter, order: Parameters<typeof listUsers>[2]) =>
  exportList<UserLine>(app, {
    name: 'users.csv',
    heads: HEADINGS,
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
