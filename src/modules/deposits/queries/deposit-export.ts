import { formatAmount } from '#lib/money.ts'
import {
  type ExportColumn,
  exportTransactions,
  type TransactionOrder,
} from '#modules/transactions/queries.ts'
import type { App } from '#platform/app.ts'
import { formatCoinAmount } from '../model.ts'
import type { Deposit } from './deposit.ts'
import { listDepositPage } from './deposit-list.ts'
import type { DepositListQuery } from './deposit-order.ts'

const COLUMNS: readonly ExportColumn<Deposit>[] = [
  ['Reference', (row) => row.id],
  ['Date of Deposit', (row) => row.createdAt.toISOString()],
  ['Member', (row) => row.name],
  ['Email', (row) => row.email],
  ['Plan', (row) => row.planName],
  ['Payment Method', (row) => row.method],
  ['Amount, USD', (row) => formatAmount(row.credited ?? row.amount, 'USD')],
  ['Quoted, USD', (row) => formatAmount(row.amount, 'USD')],
  ['Quoted', (row) => formatCoinAmount(row.coinAmount, row.coin)],
  ['Coin', (row) => row.coin],
  ['Status', (row) => row.status],
  ['Credited, USD', (row) => (row.credited === null ? '' : formatAmount(row.credited, 'USD'))],
  ['First seen', (row) => row.arrivedAt?.toISOString() ?? ''],
  ['Decided', (row) => row.decidedAt?.toISOString() ?? ''],
  ['Decided by', (row) => row.decidedBy ?? ''],
  ['Reason', (row) => row.reason ?? ''],
]

/** Returns the deposits of a list, with their members' names, as a CSV file. */
export const exportDeposits = (
  app: App,
  listQuery: DepositListQuery,
  order: TransactionOrder,
): Promise<File> =>
  exportTransactions<Deposit>(app, {
    name: 'transactions.csv',
    columns: COLUMNS,
    page: (tx, part) => listDepositPage(tx, app.clock.now(), listQuery, order, part),
  })
