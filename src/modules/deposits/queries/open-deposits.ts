import type { Reader } from '#platform/db/db.ts'
import { readStatusCounts } from '#platform/db/status-counts.ts'
import { OVERDUE_AFTER_MS } from '../model.ts'
import { selectDeposits } from './totals.ts'

/** Returns the number of deposits that wait for a decision. */
export const countPendingDeposits = async (reader: Reader): Promise<number> =>
  (await readStatusCounts(reader, 'deposit')).get('pending')?.many ?? 0

/** Returns when the proof of the oldest deposit that waits for a decision arrived, or null. */
export async function findOldestPendingDeposit(reader: Reader): Promise<Date | null> {
  const row = await selectDeposits(reader)
    .select((all) => all.fn.min('submitted_at').as('since'))
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()

  return row.since
}

/** Returns the number of pending deposits whose proof is older than the time of a review. */
export async function countOverdueDeposits(reader: Reader, now: Date): Promise<number> {
  const row = await selectDeposits(reader)
    .select((all) => all.fn.countAll<bigint>().as('count'))
    .where('status', '=', 'pending')
    .where('submitted_at', '<', new Date(now.getTime() - OVERDUE_AFTER_MS))
    .executeTakeFirstOrThrow()

  return Number(row.count)
}

/** Returns the number of a member's open quotes and of payments that wait to be confirmed. */
export async function countOpenDeposits(reader: Reader, memberId: string, now: Date) {
  const row = await selectDeposits(reader)
    .select((all) => [
      all.fn.countAll<bigint>().filterWhere('status', '=', 'pending').as('pending'),
      all.fn
        .countAll<bigint>()
        .filterWhere('status', '=', 'awaiting_payment')
        .filterWhere('expires_at', '>', now)
        .as('quoted'),
    ])
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()

  return { pending: Number(row.pending), quoted: Number(row.quoted) }
}
