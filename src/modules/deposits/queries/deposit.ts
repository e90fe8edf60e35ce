import { type Selectable, sql } from 'kysely'
import { createNotFoundError } from '#lib/errors.ts'
import type { Cents, Coin } from '#lib/money.ts'
import type { MonthOfPlan, PlanVersion } from '#modules/plans/model.ts'
import type { PaymentMethod, PaymentMethodCode } from '#modules/settings/model.ts'
import type { TimelineStep } from '#modules/transactions/model.ts'
import type { Reader } from '#platform/db/db.ts'
import {
  buildDepositTimeline,
  buildPaymentUri,
  computeDepositStatus,
  type DepositStatus,
  isOverdue,
} from '../model.ts'
import type { DepositTables } from '../tables.ts'

type Row = Selectable<DepositTables['deposit']>

/** A deposit with the status that is true at the instant it was read. */
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
  /** The time its rate was released: at its end, or when the member took another quote. */
  endedAt: Date
  status: DepositStatus
  submittedAt: Date | null
  /** The evidence staff observed of a payment that came without a proof. */
  evidence: string | null
  /** The time the payment was first seen (mempool, block, bank); null while unknown. */
  arrivedAt: Date | null
  /** True if the payment was first seen after the quote's end; then its rate is of that time. */
  late: boolean
  /** The rate of the credit: locked, or when late that of the arrival; null while unknown. */
  creditRate: bigint | null
  proved: boolean
  proofType: string | null
  proofBytes: number | null
  decidedAt: Date | null
  decidedBy: string | null
  /** Why it was rejected or reversed. */
  reason: string | null
  reversedAt: Date | null
  reversedBy: string | null
  /** True if it has been pending for more than a day. */
  overdue: boolean
  received: bigint | null
  receivedIn: Coin | 'USD' | null
  credited: Cents | null
  receiptId: string | null
  positionId: string | null
  /** The proposal that a second admin decides or has decided on, where one was needed. */
  approvalId: string | null
  timeline: TimelineStep[]
}

/** The terms that a deposit's member is shown. */
export type DepositTerms = {
  plan: PlanVersion
  worstMonth: MonthOfPlan | null
  method: PaymentMethod
}

/** A new quote with the terms that its member is shown. */
export type QuotedDeposit = Deposit & { terms: DepositTerms }

const selectDeposits = (reader: Reader) => reader.withTables<DepositTables>().selectFrom('deposit')

/** Returns a row as a deposit, with its status at this instant. */
export function toDeposit(row: Row, now: Date): Deposit {
  const status = computeDepositStatus({ status: row.status, expiresAt: row.expires_at }, now)
  const lifecycle = {
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    submittedAt: row.submitted_at,
    arrivedAt: row.arrived_at,
    proved: row.proof_key !== null,
    late: row.late ?? false,
    decidedAt: row.decided_at,
    reason: row.reason ?? row.reversal_reason,
    reversedAt: row.reversed_at,
    status,
  }

  return {
    ...lifecycle,
    endedAt: getQuoteEnd(row),
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
    evidence: row.evidence,
    approvalId: row.approval_id,
    proofType: row.proof_type,
    proofBytes: row.proof_bytes,
    decidedBy: row.decided_by,
    reversedBy: row.reversed_by,
    receiptId: row.receipt_id,
    received: row.received,
    receivedIn: row.received_in,
    credited: row.credited,
    positionId: row.position_id,
    overdue: isOverdue(lifecycle, now),
    timeline: buildDepositTimeline(lifecycle, now),
  }
}

const getQuoteEnd = ({ expires_at: expiresAt, replaced_at: replacedAt }: Row): Date =>
  replacedAt && replacedAt < expiresAt ? replacedAt : expiresAt

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
