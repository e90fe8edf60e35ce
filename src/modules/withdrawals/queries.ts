import { type Selectable, sql } from 'kysely'
import { createNotFoundError } from '#lib/errors.ts'
import type { Cents, Coin, CoinUnits } from '#lib/money.ts'
import { type DurationSummary, summariseDurations } from '#lib/summarise-durations.ts'
import type { PaymentMethodCode } from '#modules/settings/model.ts'
import type { Reader } from '#platform/db/db.ts'
import { readStatusCounts } from '#platform/db/status-counts.ts'
import { MEASURED_DAYS, type Source, type WithdrawalStatus } from './model.ts'
import type { WithdrawalTables } from './tables.ts'

const DAY_MS = 86_400_000

type Row = Selectable<WithdrawalTables['withdrawal']>

export type Withdrawal = {
  id: string
  memberId: string
  source: Source
  amount: Cents
  method: PaymentMethodCode
  coin: Coin
  address: string
  status: WithdrawalStatus
  /**
   * The fee as told at the request; once approved, the fee that is taken, which may only be lower.
   */
  fee: Cents
  createdAt: Date
  payableFrom: Date
  /** The first of two admins has approved; null when none or when one was enough. */
  proposedAt: Date | null
  /** The id of who approved first. */
  proposedBy: string | null
  approvedAt: Date | null
  approvedBy: string | null
  rate: bigint | null
  coinAmount: CoinUnits | null
  closedAt: Date | null
  closedBy: string | null
  txid: string | null
  reason: string | null
}

const read = (reader: Reader) => reader.withTables<WithdrawalTables>()

/** A row as everybody else sees it. */
export function toWithdrawal(row: Row): Withdrawal {
  return {
    createdAt: row.created_at,
    payableFrom: row.payable_from,
    approvedAt: row.approved_at,
    closedAt: row.closed_at,
    status: row.status,
    reason: row.reason,
    txid: row.txid,
    id: row.id,
    memberId: row.member_id,
    source: row.source,
    amount: row.amount,
    method: row.method,
    coin: row.coin,
    address: row.address,
    fee: row.fee ?? row.fee_told,
    proposedAt: row.proposed_at,
    proposedBy: row.proposed_by,
    approvedBy: row.approved_by,
    rate: row.rate,
    coinAmount: row.coin_amount,
    closedBy: row.closed_by,
  }
}

/** A withdrawal of this member's, or a 404: another member's is the same as none. */
export async function getWithdrawal(
  reader: Reader,
  memberId: string,
  id: string,
): Promise<Withdrawal> {
  const row = await read(reader)
    .selectFrom('withdrawal')
    .selectAll()
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  if (!row) throw createNotFoundError('The withdrawal')

  return toWithdrawal(row)
}

/** Any withdrawal, for the staff. */
export async function getAnyWithdrawal(reader: Reader, id: string): Promise<Withdrawal> {
  const row = await read(reader)
    .selectFrom('withdrawal')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw createNotFoundError('The withdrawal')

  return toWithdrawal(row)
}

/** The saved address that a withdrawal goes to, as it is now. */
export async function getDestination(reader: Reader, id: string) {
  return await read(reader)
    .selectFrom('withdrawal')
    .innerJoin('wallet', 'wallet.id', 'withdrawal.wallet_id')
    .select(['wallet.network', 'wallet.created_at as savedAt', 'wallet.usable_from as usableFrom'])
    .select((row) => row('wallet.retired_at', 'is not', null).$castTo<boolean>().as('removed'))
    .where('withdrawal.id', '=', id)
    .executeTakeFirstOrThrow()
}

/**
 * A member's other withdrawals since an instant that were not given back: how many, and how much.
 */
export async function sumOtherWithdrawals(
  reader: Reader,
  { id, memberId }: Pick<Withdrawal, 'id' | 'memberId'>,
  since: Date,
  statuses: readonly WithdrawalStatus[] = ['pending', 'approved', 'completed'],
) {
  const row = await read(reader)
    .selectFrom('withdrawal')
    .select((all) => [
      all.fn.countAll<bigint>().as('many'),
      all.fn.sum<string | null>('amount').as('sum'),
    ])
    .where('member_id', '=', memberId)
    .where('id', '!=', id)
    .where('created_at', '>', since)
    .where('status', 'in', [...statuses])
    .executeTakeFirstOrThrow()

  return { many: Number(row.many), sum: BigInt(row.sum ?? 0) }
}

/** How many withdrawals there are in each status. */
export async function countWithdrawals(reader: Reader): Promise<Record<WithdrawalStatus, number>> {
  const statusTotals = await readStatusCounts(reader, 'withdrawal')
  const getStatusCount = (status: WithdrawalStatus) => statusTotals.get(status)?.many ?? 0

  return {
    pending: getStatusCount('pending'),
    approved: getStatusCount('approved'),
    completed: getStatusCount('completed'),
    rejected: getStatusCount('rejected'),
    cancelled: getStatusCount('cancelled'),
  }
}

export type WithdrawalFilter = { memberId?: string; status?: WithdrawalStatus; limit?: number }

/** Withdrawals, newest first; at most 500 at a time. */
export async function listWithdrawals(
  reader: Reader,
  only: WithdrawalFilter = {},
): Promise<Withdrawal[]> {
  let query = read(reader)
    .selectFrom('withdrawal')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(Math.min(only.limit ?? 500, 500))

  if (only.memberId) query = query.where('member_id', '=', only.memberId)
  if (only.status) query = query.where('status', '=', only.status)

  return (await query.execute()).map(toWithdrawal)
}

/**
 * How many open withdrawals were asked for before each open one, plus one; decided ones have no
 * place.
 */
export async function listQueuePlaces(reader: Reader): Promise<Map<string, number>> {
  const rows = await read(reader)
    .selectFrom('withdrawal')
    .select('id')
    .where('status', 'in', ['pending', 'approved'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()

  return new Map(rows.map((row, index) => [row.id, index + 1]))
}

/** The same of these alone: it costs what stands before them, and no row leaves the database. */
export async function findQueuePlaces(
  reader: Reader,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; place: bigint }>`
    select asked.id, (
      select count(*) from withdrawal open
      where open.status in ('pending', 'approved') and (open.created_at, open.id) <=
      (asked.created_at, asked.id)
    ) as place
    from withdrawal asked where asked.id = any (${[...ids]}::text[]) and asked.status in
    ('pending', 'approved')`.execute(reader)

  return new Map(rows.map(({ id, place }) => [id, Number(place)]))
}

/** How long the withdrawals paid in the last 30 days took, from request to payment. */
export async function measurePayoutTimes(reader: Reader, now: Date): Promise<DurationSummary> {
  const rows = await read(reader)
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

/** Dollars of withdrawals that were paid: of one member, or of all. */
export async function sumCompletedWithdrawals(reader: Reader, memberId?: string): Promise<Cents> {
  if (!memberId) return (await readStatusCounts(reader, 'withdrawal')).get('completed')?.cents ?? 0n

  const query = read(reader)
    .selectFrom('withdrawal')
    .select((row) => row.fn.sum<string | null>('amount').as('total'))
    .where('status', '=', 'completed')
    .where('member_id', '=', memberId)

  return BigInt((await query.executeTakeFirst())?.total ?? 0)
}

/** How many withdrawals wait: to be decided, and to be paid. */
export async function countWaitingWithdrawals(
  reader: Reader,
): Promise<{ pending: number; approved: number }> {
  const { pending, approved } = await countWithdrawals(reader)
  return { pending, approved }
}

export type Wallet = {
  id: string
  coin: Coin
  address: string
  network: string
  main: boolean
  createdAt: Date
  usableFrom: Date
}

/** The addresses a member has saved and not removed, the main one of each coin first. */
export async function listWallets(reader: Reader, memberId: string): Promise<Wallet[]> {
  return await read(reader)
    .selectFrom('wallet')
    .select(['id', 'coin', 'address', 'network', 'main'])
    .select(['created_at as createdAt', 'usable_from as usableFrom'])
    .where('member_id', '=', memberId)
    .where('retired_at', 'is', null)
    .orderBy('coin')
    .orderBy('main', 'desc')
    .orderBy('created_at')
    .execute()
}

/** Whether a member has ever named this address, in its one spelling, as one of their own. */
export async function isOfMember(reader: Reader, address: string): Promise<boolean> {
  const found = await read(reader)
    .selectFrom('wallet')
    .select('id')
    .where('address', '=', address)
    .executeTakeFirst()

  return found !== undefined
}

/** These withdrawals by id; who isn't known isn't in it. */
export async function listWithdrawalsById(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Withdrawal>> {
  const rows = await read(reader)
    .selectFrom('withdrawal')
    .selectAll()
    .where(sql<boolean>`id = any(${[...ids]}::text[])`)
    .execute()

  return new Map(rows.map((row) => [row.id, toWithdrawal(row)]))
}

/** Every withdrawal of a member there ever was, oldest first: for the member's own data. */
export async function listWithdrawalRecords(
  reader: Reader,
  memberId: string,
): Promise<Withdrawal[]> {
  const rows = await read(reader)
    .selectFrom('withdrawal')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

  return rows.map(toWithdrawal)
}

/** Every address a member ever saved, removed ones too, oldest first. */
export async function listWalletRecords(reader: Reader, memberId: string) {
  return await read(reader)
    .selectFrom('wallet')
    .select(['coin', 'address', 'network', 'created_at as savedAt', 'usable_from as usableFrom'])
    .select(['retired_at as removedAt'])
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .execute()
}

/** How many withdrawals of a member aren't paid, rejected or cancelled yet. */
export async function countOpenWithdrawals(reader: Reader, memberId: string): Promise<number> {
  const row = await read(reader)
    .selectFrom('withdrawal')
    .select((all) => all.fn.countAll<bigint>().as('many'))
    .where('member_id', '=', memberId)
    .where('status', 'in', ['pending', 'approved'])
    .executeTakeFirstOrThrow()

  return Number(row.many)
}
