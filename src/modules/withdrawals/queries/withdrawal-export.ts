import { amountText } from '#lib/money.ts'
import { withNames } from '#modules/identity/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db.ts'
import { exportOf } from '#platform/export.ts'
import type { PageWanted } from '#platform/pages.ts'
import type { Withdrawal } from '../queries.ts'
import { type Order, pageOfWithdrawals, type WithdrawalsWanted } from './withdrawal-list.ts'

type Line = Withdrawal & { name: string; email: string; restsUntil: Date | null }

const HEADS = [
  ...['Reference', 'Date', 'Member', 'Email', 'From', 'Payment Method', 'Amount, USD', 'Fee, USD'],
  ...[
    'Arrives, USD',
    'Coin amount',
    'Coin',
    'Address',
    'Status',
    'Closed',
    'Closed by',
    'Transaction',
    'Reason',
  ],
]

const coinOf = ({ coinAmount, coin }: Withdrawal) =>
  coinAmount === null ? '' : amountText(coinAmount, coin)

const cells = (row: Line) => [
  ...[row.id, row.createdAt.toISOString(), row.name, row.email, row.source, row.method],
  ...[row.amount, row.fee, row.amount - row.fee].map((cents) => amountText(cents, 'USD')),
  ...[coinOf(row), row.coin, row.address, row.status, row.closedAt?.toISOString() ?? ''],
  ...[row.closedBy ?? '', row.txid ?? '', row.reason ?? ''],
]

async function named(reader: Reader, wanted: WithdrawalsWanted, order: Order, part: PageWanted) {
  const { rows, ...count } = await pageOfWithdrawals(reader, wanted, order, part)
  return { ...count, rows: await withNames(reader, rows) }
}

/** The withdrawals that a list finds, with their members, as one file. */
export const withdrawalsFile = (app: App, wanted: WithdrawalsWanted, order: Order): Promise<File> =>
  exportOf<Line>(app, {
    name: 'withdrawals.csv',
    heads: HEADS,
    cells,
    page: (tx, part) => named(tx, wanted, order, part),
  })

const BATCH = [
  'Reference',
  'Coin',
  'Address',
  'Coin amount',
  'Arrives, USD',
  'Member',
  'Approved',
  'Approved by',
]

/**
 * What is approved and not paid yet, oldest first, as a wallet's batch takes it, without whose
 * withdrawals rest; it moves nothing here.
 */
export const payoutsFile = (app: App): Promise<File> =>
  exportOf<Line>(app, {
    name: 'payouts.csv',
    heads: BATCH,
    page: async (tx, part) => {
      const batch = await named(tx, { status: 'approved' }, { by: 'date', descending: false }, part)
      const now = app.clock.now()
      return {
        ...batch,
        rows: batch.rows.filter(({ restsUntil }) => !restsUntil || restsUntil <= now),
      }
    },
    cells: (row) => [
      ...[
        row.id,
        row.coin,
        row.address,
        coinOf(row),
        amountText(row.amount - row.fee, 'USD'),
        row.name,
      ],
      ...[row.approvedAt?.toISOString() ?? '', row.approvedBy ?? ''],
    ],
  })
