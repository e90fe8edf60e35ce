import { amountText } from '#lib/money.ts'
import { withNames } from '#modules/identity/queries.ts'
import type { App } from '#platform/app.ts'
import { exportOf } from '#platform/export.ts'
import { coinText } from '../model.ts'
import type { Deposit } from '../queries.ts'
import { type DepositsWanted, type Order, pageOfDeposits } from './deposit-list.ts'

const HEADS = [
  ...['Reference', 'Date of Deposit', 'Member', 'Email', 'Plan', 'Payment Method', 'Amount, USD'],
  ...['Quoted', 'Coin', 'Status', 'Credited, USD', 'Decided', 'Decided by', 'Reason'],
]

type Line = Deposit & { name: string; email: string }

const cells = (row: Line) => [
  ...[row.id, row.createdAt.toISOString(), row.name, row.email, row.planName, row.method],
  ...[amountText(row.amount, 'USD'), coinText(row.coinAmount, row.coin), row.coin, row.status],
  row.credited === null ? '' : amountText(row.credited, 'USD'),
  ...[row.decidedAt?.toISOString() ?? '', row.decidedBy ?? '', row.reason ?? ''],
]

/** The deposits that a list finds, with their members, as one file. */
export const depositsFile = (app: App, wanted: DepositsWanted, order: Order): Promise<File> =>
  exportOf<Line>(app, {
    name: 'transactions.csv',
    heads: HEADS,
    cells,
    page: async (tx, part) => {
      const { rows, ...count } = await pageOfDeposits(tx, app.clock.now(), wanted, order, part)
      return { ...count, rows: await withNames(tx, rows) }
    },
  })
