import { sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '#lib/dates.ts'
import type { Cents, CoinUnits } from '#lib/money.ts'
import { type DurationSummary, summariseDurations } from '#lib/summarise-durations.ts'
import { MEASURED_DAYS } from '#modules/transactions/model.ts'
import type { Reader } from '#platform/db/db.ts'
import { toBatchQuery } from '#platform/db/read-batch.ts'
import { readStatusCounts } from '#platform/db/status-counts.ts'
import type { WithdrawalStatus } from '../model.ts'
import type { WithdrawalTables } from '../tables.ts'
import type { Withdrawal } from './withdrawal.ts'

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

/**
 * Returns the number of open withdrawals that are later than the stated hours, which begin when the
 * address has cooled down.
 */
export async function countOverdueWithdrawals(
  reader: Reader,
  statedHours: number,
  now: Date,
): Promise<number> {
  const since = new Date(now.getTime() - statedHours * HOUR_MS)
  const row = await withTables(reader)
    .selectFrom('withdrawal')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('status', 'in', ['pending', 'approved'])
    .where('created_at', '<', since)
    .where('payable_from', '<', since)
    .executeTakeFirstOrThrow()

  return Number(row.count)
}

/** Returns the number of withdrawals in each status. */
export async function countWithdrawals(reader: Reader): Promise<Record<WithdrawalStatus, number>> {
  const statusTotals = await readStatusCounts(reader, 'withdrawal')
  const getStatusCount = (status: WithdrawalStatus) => statusTotals.get(status)?.many ?? 0

  return {
    pending: getStatusCount('pending'),
    approved: getStatusCount('approved'),
    completed: getStatusCount('completed'),
    rejected: getStatusCount('rejected'),
    cancelled: getStatusCount('cancelled'),
    reversed: getStatusCount('reversed'),
  }
}

/**
 * Measures the time from request to payment, in milliseconds, over the withdrawals paid in the last
 * 30 days.
 */
export async function measurePayoutTimes(reader: Reader, now: Date): Promise<DurationSummary> {
  const rows = await withTables(reader)
    .selectFrom('withdrawal')
    .select(['created_at', 'closed_at'])
    .where('status', '=', 'completed')
    .where('closed_at', '>', new Date(now.getTime() - MEASURED_DAYS * DAY_MS))
    .where('closed_at', '<=', now)
    .execute()

  return summariseDurations(
    rows.map((row) => (row.closed_at?.getTime() ?? 0) - row.created_at.getTime()),
  )
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

/** Returns the number of withdrawals that wait for a decision, and for their payment. */
export async function countWaitingWithdrawals(
  reader: Reader,
): Promise<{ pending: number; approved: number }> {
  const { pending, approved } = await countWithdrawals(reader)
  return { pending, approved }
}

/**
 * Returns since when the oldest withdrawal waits for an approval, and the oldest for its payment.
 */
export async function findOldestWithdrawals(
  reader: Reader,
): Promise<{ pending: Date | null; approved: Date | null }> {
  return await withTables(reader)
    .selectFrom('withdrawal')
    .select(({ fn }) => [
      fn.min('created_at').filterWhere('status', '=', 'pending').as('pending'),
      fn.min('approved_at').filterWhere('status', '=', 'approved').as('approved'),
    ])
    .where('status', 'in', ['pending', 'approved'])
    .executeTakeFirstOrThrow()
}

/** Returns the number of a member's open withdrawals. */
export async function countOpenWithdrawals(reader: Reader, memberId: string): Promise<number> {
  const row = await withTables(reader)
    .selectFrom('withdrawal')
    .select((all) => all.fn.countAll<bigint>().as('many'))
    .where('member_id', '=', memberId)
    .where('status', 'in', ['pending', 'approved'])
    .executeTakeFirstOrThrow()

  return Number(row.many)
}
