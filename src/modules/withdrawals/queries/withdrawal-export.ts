import { formatAmount } from '#lib/money.ts'
import { attachMemberNames } from '#modules/identity/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import type { PageQuery } from '#platform/db/pages.ts'
import { exportList } from '#platform/files/export.ts'
import type { Withdrawal } from '../queries.ts'
import { listWithdrawalPage, type Order, type WithdrawalListQuery } from './withdrawal-list.ts'

type Line = Withdrawal & { name: string; email: string; frozenUntil: Date | null }

const HEADS = [
  'Reference',
  'Date',
  'Member',
  'Email',
  'From',
  'Payment Method',
  'Amount, USD',
  'Fee, USD',
  'Arrives, USD',
  'Coin amount',
  'Coin',
  'Address',
  'Status',
  'Closed',
  'Closed by',
  'Transaction',
  'Reason',
]

const formatCoinCell = ({ coinAmount, coin }: Withdrawal) =>
  coinAmount === null ? '' : formatAmount(coinAmount, coin)

const formatCells = (row: Line) => [
  row.id,
  row.createdAt.toISOString(),
  row.name,
  row.email,
  row.source,
  row.method,
  ...[row.amount, row.fee, row.amount - row.fee].map((cents) => formatAmount(cents, 'USD')),
  formatCoinCell(row),
  row.coin,
  row.address,
  row.status,
  row.closedAt?.toISOString() ?? '',
  row.closedBy ?? '',
  row.txid ?? '',
  row.reason ?? '',
]

async function listNamedPage(
  reader: Reader,
  listQuery: WithdrawalListQuery,
  order: Order,
  part: PageQuery,
) {
  const { rows, ...count } = await listWithdrawalPage(reader, listQuery, order, part)
  return { ...count, rows: await attachMemberNames(reader, rows) }
}

/** The withdrawals that a list finds, with their members, as one file. */
export const exportWithdrawals = (
  app: App,
  listQuery: WithdrawalListQuery,
  order: Order,
): Promise<File> =>
  exportList<Line>(app, {
    name: 'withdrawals.csv',
    heads: HEADS,
    cells: formatCells,
    page: (tx, part) => listNamedPage(tx, listQuery, order, part),
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
export const exportPayouts = (app: App): Promise<File> =>
  exportList<Line>(app, {
    name: 'payouts.csv',
    heads: BATCH,
    page: async (tx, part) => {
      const batch = await listNamedPage(
        tx,
        { status: 'approved' },
        { by: 'date', descending: false },
        part,
      )
      const now = app.clock.now()
      return {
        ...batch,
        rows: batch.rows.filter(({ frozenUntil }) => !frozenUntil || frozenUntil <= now),
      }
    },
    cells: (row) => [
      row.id,
      row.coin,
      row.address,
      formatCoinCell(row),
      formatAmount(row.amount - row.fee, 'USD'),
      row.name,
      row.approvedAt?.toISOString() ?? '',
      row.approvedBy ?? '',
    ],
  })
