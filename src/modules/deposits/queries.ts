import { type Selectable, sql } from 'kysely'
import { createNotFoundError } from '#lib/errors.ts'
import type { Cents, Coin } from '#lib/money.ts'
import { type DurationSummary, summariseDurations } from '#lib/summarise-durations.ts'
import type { PaymentMethodCode } from '#modules/settings/model.ts'
import type { Reader } from '#platform/db/db.ts'
import { readStatusCounts } from '#platform/db/status-counts.ts'
import {
  buildDepositTimeline,
  buildPaymentUri,
  computeDepositStatus,
  type DepositStatus,
  isOverdue,
  MEASURED_DAYS,
  MINUTE_MS,
  type TimelineStep,
} from './model.ts'
import type { DepositTables } from './tables.ts'

type Row = Selectable<DepositTables['deposit']>

export type Deposit = {
  id: string
  memberId: string
  planVersionId: string
  planName: string
  amount: Cents
  method: PaymentMethodCode
  coin: Coin
  network: string
  address: string
  coinAmount: bigint
  uri: string
  rate: bigint
  rateSource: string
  createdAt: Date
  expiresAt: Date
  status: DepositStatus
  submittedAt: Date | null
  /** The payment was reported after the quote had ended, so it is credited at the rate of then. */
  late: boolean
  /**
   * What a coin is credited at: the locked rate or, when late, the rate on arrival. Null until it
   * was reported.
   */
  creditRate: bigint | null
  proved: boolean
  proofType: string | null
  proofBytes: number | null
  decidedAt: Date | null
  decidedBy: string | null
  reason: string | null
  /** Pending for longer than a day. */
  overdue: boolean
  received: bigint | null
  receivedIn: Coin | 'USD' | null
  credited: Cents | null
  positionId: string | null
  timeline: TimelineStep[]
}

const read = (reader: Reader) => reader.withTables<DepositTables>().selectFrom('deposit')

/** A row as everybody else sees it, with the status that is true at this instant. */
export function toDeposit(row: Row, now: Date): Deposit {
  const status = computeDepositStatus({ status: row.status, expiresAt: row.expires_at }, now)
  const story = {
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    submittedAt: row.submitted_at,
    proved: row.proof_key !== null,
    late: row.late ?? false,
    decidedAt: row.decided_at,
    reason: row.reason,
    status,
  }

  return {
    ...story,
    id: row.id,
    memberId: row.member_id,
    planVersionId: row.plan_version_id,
    planName: row.plan_name,
    amount: row.amount,
    method: row.method,
    coin: row.coin,
    network: row.network,
    address: row.address,
    coinAmount: row.coin_amount,
    uri: buildPaymentUri(row.coin, row.address, row.coin_amount),
    rate: row.rate,
    rateSource: row.rate_source,
    creditRate: row.credit_rate,
    proofType: row.proof_type,
    proofBytes: row.proof_bytes,
    decidedBy: row.decided_by,
    received: row.received,
    receivedIn: row.received_in,
    credited: row.credited,
    positionId: row.position_id,
    overdue: isOverdue(story, now),
    timeline: buildDepositTimeline(story, now),
  }
}

/** A deposit of this member's, or a 404: another member's is the same as none. */
export async function getDeposit(
  reader: Reader,
  memberId: string,
  id: string,
  now: Date,
): Promise<Deposit> {
  const row = await read(reader)
    .selectAll()
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  if (!row) throw createNotFoundError('The deposit')

  return toDeposit(row, now)
}

/** Any deposit, for the staff. */
export async function getAnyDeposit(reader: Reader, id: string, now: Date): Promise<Deposit> {
  const row = await read(reader).selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw createNotFoundError('The deposit')
  return toDeposit(row, now)
}

export type DepositFilter = { memberId?: string; status?: DepositStatus; limit?: number }

/** Deposits, newest first; at most 500 at a time. */
export async function listDeposits(
  reader: Reader,
  now: Date,
  only: DepositFilter = {},
): Promise<Deposit[]> {
  let query = read(reader)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(Math.min(only.limit ?? 500, 500))

  if (only.memberId) query = query.where('member_id', '=', only.memberId)

  const { status } = only
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

/** Where a proof of payment rests and what it is, or null when none was uploaded. */
export async function findProof(
  reader: Reader,
  id: string,
): Promise<{ key: string; type: string } | null> {
  const row = await read(reader)
    .select(['proof_key', 'proof_type'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.proof_key && row.proof_type ? { key: row.proof_key, type: row.proof_type } : null
}

/**
 * Other deposits whose proof is the very same file, newest first: worth a look before confirming.
 */
export async function listSameProof(reader: Reader, id: string): Promise<string[]> {
  const rows = await read(reader)
    .select('id')
    .where('id', '!=', id)
    .where('proof_sha256', '=', (other) =>
      other.selectFrom('deposit as this').select('this.proof_sha256').where('this.id', '=', id),
    )
    .orderBy('created_at', 'desc')
    .limit(5)
    .execute()

  return rows.map((row) => row.id)
}

/** How many deposits there are in each status that is true at this instant. */
export async function countDeposits(
  reader: Reader,
  now: Date,
): Promise<Record<DepositStatus, number>> {
  const statusTotals = await readStatusCounts(reader, 'deposit')
  const over = await read(reader)
    .select((row) => row.fn.countAll<bigint>().as('many'))
    .where('status', '=', 'awaiting_payment')
    .where('expires_at', '<=', now)
    .executeTakeFirst()

  const getStatusCount = (status: DepositStatus) => statusTotals.get(status)?.many ?? 0
  const unwritten = Number(over?.many ?? 0n)

  return {
    pending: getStatusCount('pending'),
    completed: getStatusCount('completed'),
    rejected: getStatusCount('rejected'),
    awaiting_payment: getStatusCount('awaiting_payment') - unwritten,
    expired: getStatusCount('expired') + unwritten,
  }
}

/** Dollars credited by completed deposits: of one member, or of all. */
export async function sumCompletedDeposits(reader: Reader, memberId?: string): Promise<Cents> {
  if (!memberId) return (await readStatusCounts(reader, 'deposit')).get('completed')?.cents ?? 0n

  const query = read(reader)
    .select((row) => row.fn.sum<string | null>('credited').as('total'))
    .where('status', '=', 'completed')
    .where('member_id', '=', memberId)
  return BigInt((await query.executeTakeFirst())?.total ?? 0)
}

/** Dollars credited by completed deposits, by each of these members; who has none isn't in it. */
export async function sumDepositsByMember(
  reader: Reader,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, Cents>> {
  const rows = await read(reader)
    .select((row) => ['member_id', row.fn.sum<string>('credited').as('total')])
    .where('status', '=', 'completed')
    .where(sql<boolean>`member_id = any(${[...memberIds]}::text[])`)
    .groupBy('member_id')
    .execute()

  return new Map(rows.map((row) => [row.member_id, BigInt(row.total)]))
}

/**
 * How long the deposits decided in the last 30 days were checked for, from the proof to the
 * decision.
 */
export async function measureReviewTimes(reader: Reader, now: Date): Promise<DurationSummary> {
  const rows = await read(reader)
    .select(['submitted_at', 'decided_at'])
    .where('status', 'in', ['completed', 'rejected'])
    .where('decided_at', '>', new Date(now.getTime() - MEASURED_DAYS * 24 * 60 * MINUTE_MS))
    .where('decided_at', '<=', now)
    .execute()

  return summariseDurations(
    rows.flatMap(({ submitted_at: from, decided_at: to }) =>
      from && to ? [to.getTime() - from.getTime()] : [],
    ),
  )
}

/** How many deposits wait for a decision. */
export const countPendingDeposits = async (reader: Reader): Promise<number> =>
  (await readStatusCounts(reader, 'deposit')).get('pending')?.many ?? 0

export type CreditedPayment = {
  id: string
  method: PaymentMethodCode
  received: bigint | null
  receivedIn: Coin | 'USD' | null
  creditRate: bigint | null
}

/**
 * What arrived for these deposits and what a coin was credited at, by deposit; who isn't known
 * isn't in it.
 */
export async function listCreditedPayments(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CreditedPayment>> {
  const rows = await read(reader)
    .select(['id', 'method', 'received', 'received_in as receivedIn', 'credit_rate as creditRate'])
    .where(sql<boolean>`id = any(${[...ids]}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Every deposit of a member there ever was, oldest first: for the member's own data. */
export async function listDepositRecords(
  reader: Reader,
  memberId: string,
  now: Date,
): Promise<Deposit[]> {
  const rows = await read(reader)
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

  return rows.map((row) => toDeposit(row, now))
}

/** How many bytes of proofs of a member are kept that were sent since a moment. */
export async function sumProofBytes(
  reader: Reader,
  memberId: string,
  since: Date,
): Promise<number> {
  const row = await read(reader)
    .select((all) => all.fn.sum<string | null>('proof_bytes').as('bytes'))
    .where('member_id', '=', memberId)
    .where('submitted_at', '>', since)
    .executeTakeFirstOrThrow()

  return Number(row.bytes ?? 0)
}

/**
 * Open deposits of a member: quotes that can still be paid, and payments that wait to be confirmed.
 */
export async function countOpenDeposits(reader: Reader, memberId: string, now: Date) {
  const row = await read(reader)
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

/** Of some keys of uploaded files those that a deposit still names. */
export async function listReferencedProofs(reader: Reader, keys: string[]): Promise<string[]> {
  const rows = await read(reader).select('proof_key').where('proof_key', 'in', keys).execute()
  return rows.flatMap(({ proof_key: key }) => (key ? [key] : []))
}
