import { type Selectable, sql } from 'kysely'
import type { AccountCode } from '#modules/ledger/model.ts'
import type { Reader } from '#platform/db/db.ts'
import type { BalanceSource } from '../model.ts'
import type { TreasuryTables } from '../tables.ts'

type BalanceRow = Selectable<TreasuryTables['outside_balance']>

/** An outside balance of a custody account, with the ledger's balance at that time; minor units. */
export type OutsideBalance = {
  id: string
  account: AccountCode
  units: bigint
  asOf: Date
  source: BalanceSource
  /** The person or the system that stated it. */
  statedBy: string
  evidence: string
  /** The id of the admin, or `system`. */
  recordedBy: string
  recordedAt: Date
  bookUnits: bigint
  /** The outside balance less the ledger's. */
  difference: bigint
  breakId: string | null
}

/** Returns a row as an outside balance. */
export const toOutsideBalance = (row: BalanceRow): OutsideBalance => ({
  id: row.id,
  account: row.account,
  units: row.units,
  asOf: row.as_of,
  source: row.source,
  statedBy: row.stated_by,
  evidence: row.evidence,
  recordedBy: row.recorded_by,
  recordedAt: row.recorded_at,
  bookUnits: row.book_units,
  difference: row.difference,
  breakId: row.break_id,
})

/** Returns the latest outside balance of each account. Reads one row an account by its key. */
export async function loadLatestBalances(reader: Reader, accounts: readonly AccountCode[]) {
  const { rows } = await sql<BalanceRow>`
    select b.* from unnest(${accounts}::text[]) as a (code) cross join lateral (
      select * from outside_balance where account = a.code order by as_of desc, sequence desc
      limit 1) b`.execute(reader)
  return new Map(rows.map((row) => [row.account, toOutsideBalance(row)]))
}

/** Returns outside balances, latest first, 100 unless limited, at most 500. */
export async function listOutsideBalances(
  reader: Reader,
  filter: { account?: AccountCode; breakId?: string; limit?: number } = {},
): Promise<OutsideBalance[]> {
  let query = reader.withTables<TreasuryTables>().selectFrom('outside_balance').selectAll()
  if (filter.account !== undefined) query = query.where('account', '=', filter.account)
  if (filter.breakId !== undefined) query = query.where('break_id', '=', filter.breakId)

  const limit = Math.min(filter.limit ?? 100, 500)
  const rows = await query
    .orderBy('as_of', 'desc')
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute()

  return rows.map(toOutsideBalance)
}
