import { type Cents, formatAmount } from '#lib/money.ts'
import {
  type ExportColumn,
  exportTransactions,
  type TransactionOrder,
} from '#modules/transactions/queries.ts'
import type { App } from '#platform/app.ts'
import { formatWithdrawalTxid } from '../model.ts'
import { listWithdrawalPage, type WithdrawalListQuery } from './withdrawal-list.ts'
import type { Withdrawal } from './withdrawal-row.ts'

const formatCents = (cents: Cents) => formatAmount(cents, 'USD')
const formatCoin = ({ coinAmount, coin }: Withdrawal) =>
  coinAmount === null ? '' : formatAmount(coinAmount, coin)

const COLUMNS: readonly ExportColumn<Withdrawal>[] = [
  ['Reference', (row) => row.id],
  ['Date', (row) => row.createdAt.toISOString()],
  ['Member', (row) => row.name],
  ['Email', (row) => row.email],
  ['From', (row) => row.source],
  ['Payment Method', (row) => row.method],
  ['Amount, USD', (row) => formatCents(row.amount)],
  ['Fee, USD', (row) => formatCents(row.fee)],
  ['Arrives, USD', (row) => formatCents(row.amount - row.fee)],
  ['Coin amount', formatCoin],
  ['Coin', (row) => row.coin],
  ['Address', (row) => row.address],
  ['Status', (row) => row.status],
  ['Exported to be paid', (row) => (row.payoutBatchId ? 'yes' : 'no')],
  ['Closed', (row) => row.closedAt?.toISOString() ?? ''],
  ['Closed by', (row) => row.closedBy ?? ''],
  ['Transaction', (row) => (row.txid ? formatWithdrawalTxid(row, row.txid) : '')],
  ['Reason', (row) => row.reason ?? ''],
]

/** Returns the withdrawals of a list, with their members' names, as a CSV file. */
export const exportWithdrawals = (
  app: App,
  listQuery: WithdrawalListQuery,
  order: TransactionOrder,
): Promise<File> =>
  exportTransactions<Withdrawal>(app, {
    name: 'withdrawals.csv',
    columns: COLUMNS,
    page: (tx, part) => listWithdrawalPage(app, tx, listQuery, order, part),
  })
