import { type Selectable, sql } from 'kysely'
import { notFound } from '#lib/errors.ts'
import { invariant } from '#lib/invariant.ts'
import type { Currency } from '#lib/money.ts'
import type { AccountCode } from '#modules/ledger/model.ts'
import { balanceBy, balanceOf, listAccounts } from '#modules/ledger/queries.ts'
import type { Reader } from '#platform/db.ts'
import { type BalanceSource, type CustodyState, placeOf, type ResolvedAs } from './model.ts'
import type { TreasuryTables } from './tables.ts'

type BalanceRow = Selectable<TreasuryTables['outside_balance']>

const read = (reader: Reader) => reader.withTables<TreasuryTables>()

/** What somebody outside said that a custody account holds, beside what the books said of the same moment; minor units. */
export type OutsideBalance = {
  id: string
  account: AccountCode
  units: bigint
  asOf: Date
  source: BalanceSource
  /** Who or what said so. */
  saidBy: string
  evidence: string
  /** The id of the admin, or `system`. */
  recordedBy: string
  recordedAt: Date
  bookUnits: bigint
  /** Outside less books. */
  difference: bigint
  breakId: string | null
}

export type Break = {
  id: string
  account: AccountCode
  openedByBalance: string
  /** Outside less books when it was opened. */
  difference: bigint
  /** The last outside balance that differed while it was open. */
  latest: OutsideBalance
  openedAt: Date
  dueAt: Date
  /** The admin who clears it up; null until somebody took it. */
  ownerId: string | null
  takenAt: Date | null
  resolvedAt: Date | null
  resolvedBy: string | null
  resolvedAs: ResolvedAs | null
  resolution: string | null
  resolvedByBalance: string | null
}

export type CustodyLine = {
  account: AccountCode
  place: string
  currency: Currency
  /** What the books hold now, in minor units. */
  held: bigint
  /** The outside balance of the latest moment. */
  outside: OutsideBalance | null
  openBreak: Break | null
  state: CustodyState
}

/** A row as everybody else sees it. */
export const outsideBalanceOf = (row: BalanceRow): OutsideBalance => ({
  id: row.id,
  account: row.account,
  units: row.units,
  asOf: row.as_of,
  source: row.source,
  saidBy: row.said_by,
  evidence: row.evidence,
  recordedBy: row.recorded_by,
  recordedAt: row.recorded_at,
  bookUnits: row.book_units,
  difference: row.difference,
  breakId: row.break_id,
})

const breakOf = (row: Selectable<TreasuryTables['reconciliation_break']>, latest: OutsideBalance): Break => ({
  id: row.id,
  account: row.account,
  openedByBalance: row.opened_by_balance,
  difference: row.difference,
  latest,
  openedAt: row.opened_at,
  dueAt: row.due_at,
  ownerId: row.owner_id,
  takenAt: row.taken_at,
  resolvedAt: row.resolved_at,
  resolvedBy: row.resolved_by,
  resolvedAs: row.resolved_as,
  resolution: row.resolution,
  resolvedByBalance: row.resolved_by_balance,
})

/** What the books hold in a custody account, in minor units: now, or as they had it by a moment. */
export async function heldIn(reader: Reader, account: AccountCode, by?: Date): Promise<bigint> {
  return -(by ? await balanceBy(reader, account, by) : await balanceOf(reader, account))
}

/** Every custody account with what the books hold, what was last said outside, and its open break. */
export async function listCustody(reader: Reader): Promise<CustodyLine[]> {
  const accounts = await listAccounts(reader, { class: 'custody' })
  const outside = await latestBalances(
    reader,
    accounts.map(({ code }) => code),
  )
  const open = new Map((await listBreaks(reader, { open: true })).map((one) => [one.account, one]))
  return accounts.map(({ code, balance }) => {
    const last = outside.get(code) ?? null
    const openBreak = open.get(code) ?? null
    const state = stateOf(last, openBreak)
    return { account: code, ...placeOf(code), held: -balance, outside: last, openBreak, state }
  })
}

function stateOf(last: OutsideBalance | null, openBreak: Break | null): CustodyState {
  if (openBreak) return 'break'
  if (!last) return 'unknown'
  return last.difference === 0n ? 'agrees' : 'explained'
}

/** One look by key an account, however many balances were recorded. */
async function latestBalances(reader: Reader, accounts: readonly AccountCode[]) {
  const { rows } = await sql<BalanceRow>`
    select b.* from unnest(${accounts}::text[]) as a (code) cross join lateral (
      select * from outside_balance where account = a.code order by as_of desc, sequence desc limit 1) b`.execute(
    reader,
  )
  return new Map(rows.map((row) => [row.account, outsideBalanceOf(row)]))
}

export type BreakFilter = { id?: string; account?: AccountCode; open?: boolean; dueBy?: Date; limit?: number }

/** Breaks, newest first, at most 500 at a time: all, or the open or the resolved ones, or those due by a moment. */
export async function listBreaks(reader: Reader, only: BreakFilter = {}): Promise<Break[]> {
  let query = read(reader).selectFrom('reconciliation_break').selectAll()
  if (only.id !== undefined) query = query.where('id', '=', only.id)
  if (only.account !== undefined) query = query.where('account', '=', only.account)
  if (only.open !== undefined) query = query.where('resolved_at', only.open ? 'is' : 'is not', null)
  if (only.dueBy !== undefined) query = query.where('due_at', '<=', only.dueBy)
  const limit = Math.min(only.limit ?? 100, 500)
  const rows = await query.orderBy('opened_at', 'desc').orderBy('id').limit(limit).execute()
  const latest = await latestDifferences(
    reader,
    rows.map((row) => row.id),
  )
  return rows.map((row) => {
    const balance = latest.get(row.id)
    invariant(balance, 'a break has the balance that opened it')
    return breakOf(row, balance)
  })
}

async function latestDifferences(reader: Reader, breakIds: readonly string[]) {
  if (breakIds.length === 0) return new Map<string, OutsideBalance>()
  const rows = await read(reader)
    .selectFrom('outside_balance')
    .distinctOn('break_id')
    .selectAll()
    .where('break_id', 'in', [...breakIds])
    .where('difference', '!=', 0n)
    .orderBy('break_id')
    .orderBy('as_of', 'desc')
    .orderBy('sequence', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.break_id ?? '', outsideBalanceOf(row)]))
}

/** The break, or a 404. */
export async function getBreak(reader: Reader, id: string): Promise<Break> {
  const [found] = await listBreaks(reader, { id })
  if (!found) throw notFound('This break')
  return found
}

/** What was said outside of an account, the latest moment first; at most 500 at a time. */
export async function listOutsideBalances(
  reader: Reader,
  only: { account?: AccountCode; breakId?: string; limit?: number } = {},
): Promise<OutsideBalance[]> {
  let query = read(reader).selectFrom('outside_balance').selectAll()
  if (only.account !== undefined) query = query.where('account', '=', only.account)
  if (only.breakId !== undefined) query = query.where('break_id', '=', only.breakId)
  const limit = Math.min(only.limit ?? 100, 500)
  const rows = await query.orderBy('as_of', 'desc').orderBy('sequence', 'desc').limit(limit).execute()
  return rows.map(outsideBalanceOf)
}
