import { type Selectable, sql } from 'kysely'
import { createNotFoundError } from '#lib/errors.ts'
import { invariant } from '#lib/invariant.ts'
import type { AccountCode } from '#modules/ledger/model.ts'
import type { Reader } from '#platform/db/db.ts'
import type { BreakResolutionKind } from '../model.ts'
import type { TreasuryTables } from '../tables.ts'
import { type OutsideBalance, toOutsideBalance } from './outside-balances.ts'

const read = (reader: Reader) => reader.withTables<TreasuryTables>()

export type Break = {
  id: string
  account: AccountCode
  openedByBalance: string
  /** The outside balance less the ledger's when the break was opened. */
  difference: bigint
  /** The last outside balance that differed while the break was open. */
  latest: OutsideBalance
  openedAt: Date
  dueAt: Date
  /** The admin who resolves it; null until an admin takes it. */
  ownerId: string | null
  takenAt: Date | null
  resolvedAt: Date | null
  resolvedBy: string | null
  resolvedAs: BreakResolutionKind | null
  resolution: string | null
  resolvedByBalance: string | null
  /** True if outside ever held less than the ledger while it was open. */
  shortage: boolean
  /** The id of the proposal by which a second admin agreed to the explanation of a shortage. */
  approvalId: string | null
}

/** The last balance of a break that differed, and whether any was below the ledger. */
type Differences = { latest: OutsideBalance; shortage: boolean }

const toBreak = (
  row: Selectable<TreasuryTables['reconciliation_break']>,
  { latest, shortage }: Differences,
): Break => ({
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
  shortage,
  approvalId: row.approval_id,
})

export type BreakFilter = {
  id?: string
  account?: AccountCode
  open?: boolean
  dueBy?: Date
  limit?: number
}

/** Returns the breaks that match a filter, newest first, 100 unless limited, at most 500. */
export async function listBreaks(reader: Reader, filter: BreakFilter = {}): Promise<Break[]> {
  let query = read(reader).selectFrom('reconciliation_break').selectAll()
  if (filter.id !== undefined) query = query.where('id', '=', filter.id)
  if (filter.account !== undefined) query = query.where('account', '=', filter.account)
  if (filter.open !== undefined)
    query = query.where('resolved_at', filter.open ? 'is' : 'is not', null)
  if (filter.dueBy !== undefined) query = query.where('due_at', '<=', filter.dueBy)

  const limit = Math.min(filter.limit ?? 100, 500)
  const rows = await query.orderBy('opened_at', 'desc').orderBy('id').limit(limit).execute()
  const differences = await loadDifferences(
    reader,
    rows.map((row) => row.id),
  )

  return rows.map((row) => {
    const found = differences.get(row.id)
    invariant(found, 'a break has the balance that opened it')
    return toBreak(row, found)
  })
}

async function loadDifferences(reader: Reader, breakIds: readonly string[]) {
  if (breakIds.length === 0) return new Map<string, Differences>()

  const { rows } = await sql<Selectable<TreasuryTables['outside_balance']> & { shortage: boolean }>`
    select distinct on (b.break_id) b.*, (
      select bool_or(s.difference < 0) from outside_balance s
      where s.break_id = b.break_id) as shortage
    from outside_balance b where b.break_id = any(${[...breakIds]}::text[]) and b.difference <> 0
    order by b.break_id, b.as_of desc, b.sequence desc`.execute(reader)

  return new Map(
    rows.map(({ shortage, ...row }) => [
      row.break_id ?? '',
      { latest: toOutsideBalance(row), shortage },
    ]),
  )
}

/** Returns a break. Throws `not_found` (404). */
export async function getBreak(reader: Reader, id: string): Promise<Break> {
  const [found] = await listBreaks(reader, { id })
  if (!found) throw createNotFoundError('This break')
  return found
}
