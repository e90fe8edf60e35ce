import { formatAmount } from '#lib/money.ts'
import { attachMemberNames } from '#modules/identity/queries.ts'
import type { App } from '#platform/app.ts'
import { exportList } from '#platform/files/export.ts'
import { formatCoinAmount } from '../model.ts'
import type { Deposit } from '../queries.ts'
import { type DepositListQuery, listDepositPage, type Order } from './deposit-list.ts'

const HEADS = [
  'Reference',
  'Date of Deposit',
  'Member',
  'Email',
  'Plan',
  'Payment Method',
  'Amount, USD',
  'Quoted',
  'Coin',
  'Status',
  'Credited, USD',
  'Decided',
  'Decided by',
  'Reason',
]

type Line = Deposit & { name: string; email: string }

const formatCells = (row: Line) => [
  row.id,
  row.createdAt.toISOString(),
  row.name,
  row.email,
  row.planName,
  row.method,
  formatAmount(row.amount, 'USD'),
  formatCoinAmount(row.coinAmount, row.coin),
  row.coin,
  row.status,
  row.credited === null ? '' : formatAmount(row.credited, 'USD'),
  row.decidedAt?.toISOString() ?? '',
  row.decidedBy ?? '',
  row.reason ?? '',
]

/** The deposits that a list finds, with their members, as one file. */
export const exportDeposits = (
  app: App,
  listQuery: DepositListQuery,
  order: Order,
): Promise<File> =>
  exportList<Line>(app, {
    name: 'transactions.csv',
    heads: HEADS,
    cells: formatCells,
    page: async (tx, part) => {
      const { rows, ...count } = await listDepositPage(tx, app.clock.now(), listQuery, order, part)
      return { ...count, rows: await attachMemberNames(tx, rows) }
    },
  })
