import { sql } from 'kysely'
import { DAY_MS } from '#lib/dates.ts'
import type { Cents, Coin } from '#lib/money.ts'
import { summariseDurations } from '#lib/summarise-durations.ts'
import type { PaymentMethodCode } from '#modules/settings/model.ts'
import {
  MEASURED_DAYS,
  type MeasuredMinutes,
  toMeasuredMinutes,
} from '#modules/transactions/model.ts'
import type { Reader } from '#platform/db/db.ts'
import { toBatchQuery } from '#platform/db/read-batch.ts'
import { readStatusCounts } from '#platform/db/status-counts.ts'
import type { DepositStatus } from '../model.ts'
import type { DepositTables } from '../tables.ts'

export const selectDeposits = (reader: Reader) =>
  reader.withTables<DepositTables>().selectFrom('deposit')

/** Returns the number of deposits in each status at this instant. */
export async function countDeposits(
  reader: Reader,
  now: Date,
): Promise<Record<DepositStatus, number>> {
  const statusTotals = await readStatusCounts(reader, 'deposit')
  const unmarked = await selectDeposits(reader)
    .select((row) => row.fn.countAll<bigint>().as('many'))
    .where('status', '=', 'awaiting_payment')
    .where('expires_at', '<=', now)
    .executeTakeFirst()

  const getStatusCount = (status: DepositStatus) => statusTotals.get(status)?.many ?? 0
  const unmarkedCount = Number(unmarked?.many ?? 0n)

  return {
    pending: getStatusCount('pending'),
    completed: getStatusCount('completed'),
    rejected: getStatusCount('rejected'),
    awaiting_payment: getStatusCount('awaiting_payment') - unmarkedCount,
    expired: getStatusCount('expired') + unmarkedCount,
    reversed: getStatusCount('reversed'),
  }
}

/** Returns the cents credited by completed deposits, of one member or of all. */
export async function sumCompletedDeposits(reader: Reader, memberId?: string): Promise<Cents> {
  if (!memberId) return (await readStatusCounts(reader, 'deposit')).get('completed')?.cents ?? 0n

  return (await selectCredited(reader, memberId).executeTakeFirst())?.cents ?? 0n
}

const selectCredited = (reader: Reader, memberId: string) =>
  selectDeposits(reader)
    .select(sql<Cents>`coalesce(sum(credited), 0)::bigint`.as('cents'))
    .where('status', '=', 'completed')
    .where('member_id', '=', memberId)

/** Returns the query of the cents credited to a member, in one row, for `readBatch`. */
export const selectCompletedDeposits = (reader: Reader, memberId: string) =>
  toBatchQuery(selectCredited(reader, memberId), { cents: 'bigint' })

/** Returns the cents credited by completed deposits by member; members without any are absent. */
export async function sumDepositsByMember(
  reader: Reader,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, Cents>> {
  const rows = await selectDeposits(reader)
    .select((row) => ['member_id', row.fn.sum<string>('credited').as('total')])
    .where('status', '=', 'completed')
    .where(sql<boolean>`member_id = any(${[...memberIds]}::text[])`)
    .groupBy('member_id')
    .execute()

  return new Map(rows.map((row) => [row.member_id, BigInt(row.total)]))
}

/**
 * Returns how many minutes the deposits decided in the last 30 days took from the proof to the
 * decision; null if there were none.
 */
export async function measureReviewMinutes(
  reader: Reader,
  now: Date,
): Promise<MeasuredMinutes | null> {
  const rows = await selectDeposits(reader)
    .select(['submitted_at', 'decided_at'])
    .where('status', 'in', ['completed', 'rejected'])
    .where('decided_at', '>', new Date(now.getTime() - MEASURED_DAYS * DAY_MS))
    .where('decided_at', '<=', now)
    .execute()

  const durations = rows.flatMap(({ submitted_at: from, decided_at: to }) =>
    from && to ? [to.getTime() - from.getTime()] : [],
  )

  return toMeasuredMinutes(summariseDurations(durations))
}

export type CreditedPayment = {
  id: string
  method: PaymentMethodCode
  received: bigint | null
  receivedIn: Coin | 'USD' | null
  creditRate: bigint | null
}

/** Returns the payments of these deposits and the rates they were credited at, by deposit id. */
export async function listCreditedPayments(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CreditedPayment>> {
  const rows = await selectDeposits(reader)
    .select(['id', 'method', 'received', 'received_in as receivedIn', 'credit_rate as creditRate'])
    .where(sql<boolean>`id = any(${[...ids]}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
