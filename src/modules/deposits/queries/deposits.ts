import { sql } from 'kysely'
import { createNotFoundError } from '#lib/errors.ts'
import type { Reader } from '#platform/db/db.ts'
import type { DepositStatus } from '../model.ts'
import type { DepositTables } from '../tables.ts'
import type { Deposit } from './deposit.ts'
import { toDeposit } from './deposit-row.ts'

const selectDeposits = (reader: Reader) => reader.withTables<DepositTables>().selectFrom('deposit')

/**
 * Returns a deposit of this member. Throws `not_found` (404), also for another member's deposit.
 */
export async function getDeposit(
  reader: Reader,
  memberId: string,
  id: string,
  now: Date,
): Promise<Deposit> {
  const row = await selectDeposits(reader)
    .selectAll()
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  if (!row) throw createNotFoundError('The deposit')

  return toDeposit(row, now)
}

/** Returns a deposit of any member, for staff. Throws `not_found` (404). */
export async function getAnyDeposit(reader: Reader, id: string, now: Date): Promise<Deposit> {
  const row = await selectDeposits(reader).selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw createNotFoundError('The deposit')
  return toDeposit(row, now)
}

/** Returns the deposits with these ids, in the order in which they were submitted. */
export async function listDepositsById(
  reader: Reader,
  ids: readonly string[],
  now: Date,
): Promise<Deposit[]> {
  const rows = await selectDeposits(reader)
    .selectAll()
    .where(sql<boolean>`id = any(${[...ids]}::text[])`)
    .orderBy('submitted_at')
    .orderBy('id')
    .execute()

  return rows.map((row) => toDeposit(row, now))
}

export type DepositFilter = { memberId?: string; status?: DepositStatus; limit?: number }

/** Returns deposits, newest first; at most 500. */
export async function listDeposits(
  reader: Reader,
  now: Date,
  filter: DepositFilter = {},
): Promise<Deposit[]> {
  let query = selectDeposits(reader)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(Math.min(filter.limit ?? 500, 500))

  if (filter.memberId) query = query.where('member_id', '=', filter.memberId)

  const { status } = filter
  if (status === 'expired')
    query = query.where((row) =>
      row.or([
        row('status', '=', 'expired'),
        row.and([row('status', '=', 'awaiting_payment'), row('expires_at', '<=', now)]),
      ]),
    )
  else if (status) query = query.where('status', '=', status)

  if (status === 'awaiting_payment') query = query.where('expires_at', '>', now)

  return (await query.execute()).map((row) => toDeposit(row, now))
}

/** Returns all deposits of a member, oldest first, for the member's data export. */
export async function listDepositRecords(
  reader: Reader,
  memberId: string,
  now: Date,
): Promise<Deposit[]> {
  const rows = await selectDeposits(reader)
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

  return rows.map((row) => toDeposit(row, now))
}
