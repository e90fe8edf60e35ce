import { sql } from 'kysely'
import { createNotFoundError } from '#lib/errors.ts'
import type { Reader } from '#platform/db/db.ts'
import type { WithdrawalStatus } from '../model.ts'
import type { WithdrawalTables } from '../tables.ts'
import { toWithdrawal, type Withdrawal } from './withdrawal-row.ts'

const withTables = (reader: Reader) => reader.withTables<WithdrawalTables>()

/** Returns a withdrawal of this member. Throws `not_found` (404), also for another member's. */
export async function getWithdrawal(
  reader: Reader,
  memberId: string,
  id: string,
): Promise<Withdrawal> {
  const row = await withTables(reader)
    .selectFrom('withdrawal')
    .selectAll()
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  if (!row) throw createNotFoundError('The withdrawal')

  return toWithdrawal(row)
}

/** Returns a withdrawal of any member, for staff. Throws `not_found` (404). */
export async function getAnyWithdrawal(reader: Reader, id: string): Promise<Withdrawal> {
  const row = await withTables(reader)
    .selectFrom('withdrawal')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw createNotFoundError('The withdrawal')

  return toWithdrawal(row)
}

export type WithdrawalFilter = { memberId?: string; status?: WithdrawalStatus; limit?: number }

/** Returns withdrawals, newest first; at most 500. */
export async function listWithdrawals(
  reader: Reader,
  filter: WithdrawalFilter = {},
): Promise<Withdrawal[]> {
  let query = withTables(reader)
    .selectFrom('withdrawal')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(Math.min(filter.limit ?? 500, 500))

  if (filter.memberId) query = query.where('member_id', '=', filter.memberId)
  if (filter.status) query = query.where('status', '=', filter.status)

  return (await query.execute()).map(toWithdrawal)
}

/** Returns these withdrawals by id. */
export async function listWithdrawalsById(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Withdrawal>> {
  const rows = await withTables(reader)
    .selectFrom('withdrawal')
    .selectAll()
    .where(sql<boolean>`id = any(${[...ids]}::text[])`)
    .execute()

  return new Map(rows.map((row) => [row.id, toWithdrawal(row)]))
}

/** Returns all withdrawals of a member, oldest first, for the member's data export. */
export async function listWithdrawalRecords(
  reader: Reader,
  memberId: string,
): Promise<Withdrawal[]> {
  const rows = await withTables(reader)
    .selectFrom('withdrawal')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

  return rows.map(toWithdrawal)
}
