import { DAY_MS, HOUR_MS } from '#lib/dates.ts'
import { type DurationSummary, summariseDurations } from '#lib/summarise-durations.ts'
import { MEASURED_DAYS } from '#modules/transactions/model.ts'
import type { Reader } from '#platform/db/db.ts'
import { readStatusCounts } from '#platform/db/status-counts.ts'
import type { WithdrawalStatus } from '../model.ts'
import type { WithdrawalTables } from '../tables.ts'

const withTables = (reader: Reader) => reader.withTables<WithdrawalTables>()

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
