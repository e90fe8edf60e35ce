import { sql } from 'kysely'
import type { Cents, CoinUnits } from '#lib/money.ts'
import type { Reader } from '#platform/db/db.ts'
import { toBatchQuery } from '#platform/db/read-batch.ts'
import { readStatusCounts } from '#platform/db/status-counts.ts'
import type { WithdrawalTables } from '../tables.ts'
import type { Withdrawal } from './withdrawal-row.ts'

const withTables = (reader: Reader) => reader.withTables<WithdrawalTables>()

/**
 * Returns the number and the cents of a member's other withdrawals since an instant, without
 * rejected and cancelled ones.
 */
export async function sumOtherWithdrawals(
  reader: Reader,
  { id, memberId }: Pick<Withdrawal, 'id' | 'memberId'>,
  since: Date,
) {
  const row = await withTables(reader)
    .selectFrom('withdrawal')
    .select((all) => [
      all.fn.countAll<bigint>().as('count'),
      all.fn.sum<string | null>('amount').as('sum'),
    ])
    .where('member_id', '=', memberId)
    .where('id', '!=', id)
    .where('created_at', '>', since)
    .where('status', 'in', ['pending', 'approved', 'completed'])
    .executeTakeFirstOrThrow()

  return { count: Number(row.count), sum: BigInt(row.sum ?? 0) }
}

/**
 * Returns the cents of a member's other withdrawals that were approved within the 24 hours before
 * `now`, as the database sums them for the second-admin rule.
 */
export async function sumRecentApprovals(
  reader: Reader,
  { id, memberId }: Pick<Withdrawal, 'id' | 'memberId'>,
  now: Date,
): Promise<Cents> {
  const { rows } = await sql<{ sum: bigint }>`
    select sum_approved_withdrawals(${memberId}, ${id}, ${now}) as sum`.execute(reader)

  return rows[0]?.sum ?? 0n
}

/**
 * Returns the withdrawals, of those given, that two admins have to approve: their amount and what
 * was approved for the same member in the last 24 hours come to `threshold` cents or more.
 */
export async function findLargeWithdrawals(
  reader: Reader,
  ids: readonly string[],
  threshold: Cents,
  now: Date,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()

  const { rows } = await sql<{ id: string }>`
    select id from withdrawal
    where id = any(${ids})
      and amount + sum_approved_withdrawals(member_id, id, ${now}) >= ${threshold}
  `.execute(reader)

  return new Set(rows.map(({ id }) => id))
}

/** Returns the units of a coin that other approved withdrawals wait to be paid in. */
export async function sumApprovedUnits(
  reader: Reader,
  { id, coin }: Pick<Withdrawal, 'id' | 'coin'>,
): Promise<CoinUnits> {
  const row = await withTables(reader)
    .selectFrom('withdrawal')
    .select(({ fn }) => fn.sum<string | null>('coin_amount').as('units'))
    .where('status', '=', 'approved')
    .where('coin', '=', coin)
    .where('id', '!=', id)
    .executeTakeFirstOrThrow()

  return BigInt(row.units ?? 0)
}

/** Returns the cents of paid withdrawals, of one member or of all. */
export async function sumCompletedWithdrawals(reader: Reader, memberId?: string): Promise<Cents> {
  if (!memberId) return (await readStatusCounts(reader, 'withdrawal')).get('completed')?.cents ?? 0n

  return (await selectPaid(reader, memberId).executeTakeFirst())?.cents ?? 0n
}

const selectPaid = (reader: Reader, memberId: string) =>
  withTables(reader)
    .selectFrom('withdrawal')
    .select(sql<Cents>`coalesce(sum(amount), 0)::bigint`.as('cents'))
    .where('status', '=', 'completed')
    .where('member_id', '=', memberId)

/** Returns the query of the cents paid to a member, in one row, for `readBatch`. */
export const selectCompletedWithdrawals = (reader: Reader, memberId: string) =>
  toBatchQuery(selectPaid(reader, memberId), { cents: 'bigint' })
