import type { Selectable } from 'kysely'
import { BYTE_ORDER_MARK, formatCsv } from '#lib/csv.ts'
import { invariant } from '#lib/invariant.ts'
import { formatAmount } from '#lib/money.ts'
import type { WithdrawalTables } from '../tables.ts'

type Row = Selectable<WithdrawalTables['withdrawal']>

const HEADS = [
  'Reference',
  'Coin',
  'Address',
  'Coin amount',
  'Arrives, USD',
  'Member ID',
  'Approved',
  'Approved by',
]

function toCells(row: Row): string[] {
  const { fee, coin_amount: coinAmount, approved_at: approvedAt, approved_by: approvedBy } = row
  invariant(
    fee !== null && coinAmount !== null && approvedAt !== null && approvedBy !== null,
    'a withdrawal in a batch is approved',
  )

  return [
    row.id,
    row.coin,
    row.address,
    formatAmount(coinAmount, row.coin),
    formatAmount(row.amount - fee, 'USD'),
    row.member_id,
    approvedAt.toISOString(),
    approvedBy,
  ]
}

/**
 * Renders the table of a batch for the wallet that pays it. It is made only of what the approvals
 * have fixed, so the same withdrawals always give the same file.
 */
export const renderPayoutTable = (rows: readonly Row[]): string =>
  BYTE_ORDER_MARK + formatCsv([HEADS, ...rows.map(toCells)])
