import { type Selectable, sql } from 'kysely'
import { createNotFoundError, DomainError } from '#lib/errors.ts'
import { invariant } from '#lib/invariant.ts'
import { type Cents, CURRENCIES, type Currency } from '#lib/money.ts'
import {
  type AccountCode,
  type AccountType,
  EQUITY,
  FEES,
  getAccountCurrency,
  PROMOTION,
  toCustodyAccountCode,
  toPlanAssetsAccountCode,
  toSuspenseAccountCode,
} from '#modules/ledger/model.ts'
import {
  findEntry,
  findReceipt,
  getBalance,
  getBalanceAtTime,
  getBalances,
  listAccountEntries,
  listAccounts,
  type RecordedReceipt,
  sumOwedToMembers,
} from '#modules/ledger/queries.ts'
import type { Price } from '#modules/market/model.ts'
import { computeCoinCharge, computeCoinValue } from '#modules/market/model.ts'
import { getPrice, listPrices } from '#modules/market/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import {
  type BalanceSource,
  type BreakResolutionKind,
  buildReceivedKey,
  buildSettledKey,
  CONFIRMED_WITHIN_MS,
  type CustodyState,
  parseCustodyCode,
  parsePlace,
  type Worth,
} from './model.ts'
import type { TreasuryTables } from './tables.ts'

/** More cents than the books hold can't be owed for anything. */
const MAX_CENTS = 10n ** 17n

/**
 * Returns the cents of an amount at the current price: rounded down when it comes in, up when it
 * goes out. Throws `price_unavailable` (503) for coin without a current price, `invalid_amount`
 * (400) for less than a cent.
 */
export async function computeWorth(
  app: Pick<App, 'prices' | 'clock'>,
  { currency, units }: { currency: Currency; units: bigint },
  way: 'in' | 'out',
): Promise<Worth> {
  if (currency === 'USD') return { cents: units, rate: null }

  const { rate } = await getPrice(app, currency)
  const cents =
    way === 'in'
      ? computeCoinValue(units, rate, currency)
      : computeCoinCharge(units, rate, currency)
  if (cents > 0n && cents <= MAX_CENTS) return { cents, rate }

  const why = cents === 0n ? 'This is worth less than a cent.' : 'This is more than there can be.'
  throw new DomainError('invalid_amount', 400, why, 'amount')
}

/** Returns whether a currency can be held at a place. */
export async function isPlace(reader: Reader, currency: Currency, place: string): Promise<boolean> {
  const accounts = await listAccounts(reader, { class: 'custody' })
  return accounts.some(
    ({ code, closedAt }) => code === toCustodyAccountCode(currency, place) && closedAt === null,
  )
}

/**
 * The place that was named, or the currency's usual one. Throws `unknown_place` (422) where it
 * can't be held.
 */
export async function getPlace(
  reader: Reader,
  currency: Currency,
  named = '',
  field = 'place',
): Promise<string> {
  const place = parsePlace(named, currency, field)
  if (await isPlace(reader, currency, place)) return place

  throw new DomainError(
    'unknown_place',
    422,
    `There is no place '${place}' for ${currency}.`,
    field,
  )
}

/**
 * Throws `unknown_plan` (422) for what is no plan: one has an account for its assets from its first
 * day on.
 */
export async function assertPlan(reader: Reader, planId: string): Promise<void> {
  const accounts = await listAccounts(reader, { owner: planId })
  if (
    accounts.some(
      ({ code, closedAt }) => code === toPlanAssetsAccountCode(planId) && closedAt === null,
    )
  )
    return
  throw new DomainError('unknown_plan', 422, 'There is no such plan.', 'plan')
}

/**
 * The receipt of something that waits in suspense; throws `not_found` (404), or `already_settled`
 * (409) once it was matched or refunded.
 */
export async function getUnmatched(reader: Reader, receiptId: string): Promise<RecordedReceipt> {
  const receipt = await findReceipt(reader, receiptId)
  if (!receipt || !(await findEntry(reader, buildReceivedKey(receiptId))))
    throw createNotFoundError('This arrival')
  if (await findEntry(reader, buildSettledKey(receiptId)))
    throw new DomainError('already_settled', 409, 'This has been matched or refunded already.')
  return receipt
}

export type UnmatchedReceipt = {
  receipt: string
  currency: Currency
  units: bigint
  since: Date
  why: string
}

const PAGE = 200

/** Returns the payments in suspense that are not matched to a member yet, newest first. */
export async function listUnmatched(reader: Reader): Promise<UnmatchedReceipt[]> {
  const found: UnmatchedReceipt[] = []
  for (const currency of CURRENCIES)
    found.push(...(await listUnmatchedByCurrency(reader, currency)))
  return found.sort((one, other) => other.since.getTime() - one.since.getTime())
}

/**
 * Reads back from the newest row until what is open explains the balance: everything before that is
 * settled.
 */
async function listUnmatchedByCurrency(
  reader: Reader,
  currency: Currency,
): Promise<UnmatchedReceipt[]> {
  const account = toSuspenseAccountCode(currency)
  const settled = new Set<string>()
  const open: UnmatchedReceipt[] = []
  let unexplained = await getBalance(reader, account)
  let before: bigint | undefined

  while (unexplained > 0n) {
    const rows = await listAccountEntries(reader, account, {
      limit: PAGE,
      ...(before !== undefined && { before }),
    })
    invariant(rows.length > 0, 'what is in suspense has arrived')

    for (const { change, reference, postedAt: since, reason } of rows) {
      if (change < 0n) settled.add(reference)
      else if (!settled.has(reference)) {
        open.push({ receipt: reference, currency, units: change, since, why: reason ?? '' })
        unexplained -= change
      }
    }

    before = rows.at(-1)?.entry
  }

  return open
}

/**
 * What is held, in the currency's minor units; `cents` at today's price, null where there is none.
 */
export type CustodyHolding = {
  place: string
  currency: Currency
  units: bigint
  cents: Cents | null
}

export type Treasury = {
  custody: CustodyHolding[]
  /**
   * What the books owe (above zero: hold) between coin and dollars; together it is worth the
   * operator's own gain or loss.
   */
  exchange: { currency: Currency; units: bigint; cents: Cents | null }[]
  gain: Cents | null
  equity: Cents
  promotion: Cents
  fees: Cents
  suspense: UnmatchedReceipt[]
  plans: { planId: string; placed: Cents; income: Cents }[]
  owedToMembers: Cents
  prices: Price[]
}

type Rates = ReadonlyMap<Currency, bigint>

/**
 * An amount at today's price, rounded down also below zero, so that nothing shows as more than it
 * is worth.
 */
function computeMarketCents(rates: Rates, currency: Currency, units: bigint): Cents | null {
  if (currency === 'USD' || units === 0n) return units
  const rate = rates.get(currency)
  if (rate === undefined) return null
  return units > 0n
    ? computeCoinValue(units, rate, currency)
    : -computeCoinCharge(-units, rate, currency)
}

async function listHoldings(reader: Reader, rates: Rates): Promise<CustodyHolding[]> {
  const accounts = await listAccounts(reader, { class: 'custody' })
  return accounts.map(({ code, currency, balance }) => {
    const [, place = ''] = code.split(':')
    return {
      place,
      currency,
      units: -balance,
      cents: computeMarketCents(rates, currency, -balance),
    }
  })
}

async function listExchangePositions(reader: Reader, rates: Rates) {
  const accounts = await listAccounts(reader, { class: 'exchange' })
  return accounts.map(({ code, balance: units }) => {
    const currency = getAccountCurrency(code)
    return { currency, units, cents: computeMarketCents(rates, currency, units) }
  })
}

async function listPlanBalances(reader: Reader) {
  const loadBalancesByOwner = async (only: AccountType) =>
    new Map(
      (await listAccounts(reader, { class: only })).map(({ owner, balance }) => [
        owner ?? '',
        balance,
      ]),
    )

  const assets = await loadBalancesByOwner('plan_assets')
  const income = await loadBalancesByOwner('plan_income')

  return [...assets]
    .map(([planId, balance]) => ({ planId, placed: -balance, income: income.get(planId) ?? 0n }))
    .filter(({ placed, income }) => placed !== 0n || income !== 0n)
}

/** Returns everything the operator holds and owes, and its own gain or loss at current prices. */
export async function getTreasury(
  app: Pick<App, 'prices' | 'clock'>,
  reader: Reader,
): Promise<Treasury> {
  const prices = await listPrices(app)
  const rates = new Map<Currency, bigint>(prices.map(({ coin, rate }) => [coin, rate]))
  const between = await listExchangePositions(reader, rates)
  const worth = between.map(({ cents }) => cents)
  const [equity = 0n, promotion = 0n, fees = 0n] = await getBalances(reader, [
    EQUITY,
    PROMOTION,
    FEES,
  ])

  return {
    equity,
    promotion,
    fees,
    prices,
    exchange: between,
    custody: await listHoldings(reader, rates),
    gain: worth.includes(null)
      ? null
      : worth.reduce<Cents>((sum, cents) => sum + (cents ?? 0n), 0n),
    suspense: await listUnmatched(reader),
    plans: await listPlanBalances(reader),
    owedToMembers: await sumOwedToMembers(reader),
  }
}

type BalanceRow = Selectable<TreasuryTables['outside_balance']>

const read = (reader: Reader) => reader.withTables<TreasuryTables>()

/** An observed balance of a custody account, with the ledger's balance of that moment; minor units. */
export type OutsideBalance = {
  id: string
  account: AccountCode
  units: bigint
  asOf: Date
  source: BalanceSource
  /** Who or what said so. */
  statedBy: string
  evidence: string
  /** The id of the admin, or `system`. */
  recordedBy: string
  recordedAt: Date
  bookUnits: bigint
  /** Outside less books. */
  difference: bigint
  breakId: string | null
}

export type Break = {
  id: string
  account: AccountCode
  openedByBalance: string
  /** Outside less books when it was opened. */
  difference: bigint
  /** The last outside balance that differed while it was open. */
  latest: OutsideBalance
  openedAt: Date
  dueAt: Date
  /** The admin who clears it up; null until an admin takes it. */
  ownerId: string | null
  takenAt: Date | null
  resolvedAt: Date | null
  resolvedBy: string | null
  resolvedAs: BreakResolutionKind | null
  resolution: string | null
  resolvedByBalance: string | null
}

export type CustodyLine = {
  account: AccountCode
  place: string
  currency: Currency
  openedAt: Date
  /** What the books hold now, in minor units. */
  held: bigint
  /** The outside balance of the latest moment. */
  outside: OutsideBalance | null
  openBreak: Break | null
  state: CustodyState
}

/** Returns a row as an outside balance. */
export const toOutsideBalance = (row: BalanceRow): OutsideBalance => ({
  id: row.id,
  account: row.account,
  units: row.units,
  asOf: row.as_of,
  source: row.source,
  statedBy: row.said_by,
  evidence: row.evidence,
  recordedBy: row.recorded_by,
  recordedAt: row.recorded_at,
  bookUnits: row.book_units,
  difference: row.difference,
  breakId: row.break_id,
})

const toBreak = (
  row: Selectable<TreasuryTables['reconciliation_break']>,
  latest: OutsideBalance,
): Break => ({
  id: row.id,
  account: row.account,
  openedByBalance: row.opened_by_balance,
  difference: row.difference,
  latest,
  openedAt: row.opened_at,
  dueAt: row.due_at,
  ownerId: row.owner_id,
  takenAt: row.taken_at,
  resolvedAt: row.resolved_at,
  resolvedBy: row.resolved_by,
  resolvedAs: row.resolved_as,
  resolution: row.resolution,
  resolvedByBalance: row.resolved_by_balance,
})

/** What the books hold in a custody account, in minor units: now, or as they had it by a moment. */
export async function getHeldUnits(
  reader: Reader,
  account: AccountCode,
  by?: Date,
): Promise<bigint> {
  return -(by ? await getBalanceAtTime(reader, account, by) : await getBalance(reader, account))
}

/**
 * Every custody account with what the books hold, what was last said outside, and its open break.
 */
export async function listCustody(reader: Reader): Promise<CustodyLine[]> {
  const accounts = await listAccounts(reader, { class: 'custody' })
  const outside = await loadLatestBalances(
    reader,
    accounts.map(({ code }) => code),
  )
  const open = new Map((await listBreaks(reader, { open: true })).map((one) => [one.account, one]))

  return accounts.map(({ code, balance, openedAt }) => {
    const last = outside.get(code) ?? null
    const openBreak = open.get(code) ?? null
    const state = computeCustodyState(last, openBreak)

    return {
      account: code,
      ...parseCustodyCode(code),
      openedAt,
      held: -balance,
      outside: last,
      openBreak,
      state,
    }
  })
}

/** Returns whether an account has held a balance for more than a day without any outside balance. */
export const isUnconfirmed = ({ held, outside, openedAt }: CustodyLine, now: Date): boolean =>
  held !== 0n && outside === null && now.getTime() - openedAt.getTime() > CONFIRMED_WITHIN_MS

function computeCustodyState(last: OutsideBalance | null, openBreak: Break | null): CustodyState {
  if (openBreak) return 'break'
  if (!last) return 'unknown'
  return last.difference === 0n ? 'agrees' : 'explained'
}

/** Reads the latest balance of each account by key, for any number of recorded balances. */
async function loadLatestBalances(reader: Reader, accounts: readonly AccountCode[]) {
  const { rows } = await sql<BalanceRow>`
    select b.* from unnest(${accounts}::text[]) as a (code) cross join lateral (
      select * from outside_balance where account = a.code order by as_of desc, sequence desc
      limit 1) b`.execute(reader)
  return new Map(rows.map((row) => [row.account, toOutsideBalance(row)]))
}

export type BreakFilter = {
  id?: string
  account?: AccountCode
  open?: boolean
  dueBy?: Date
  limit?: number
}

/**
 * Breaks, newest first, at most 500 at a time: all, or the open or the resolved ones, or those due
 * by a moment.
 */
export async function listBreaks(reader: Reader, only: BreakFilter = {}): Promise<Break[]> {
  let query = read(reader).selectFrom('reconciliation_break').selectAll()
  if (only.id !== undefined) query = query.where('id', '=', only.id)
  if (only.account !== undefined) query = query.where('account', '=', only.account)
  if (only.open !== undefined) query = query.where('resolved_at', only.open ? 'is' : 'is not', null)
  if (only.dueBy !== undefined) query = query.where('due_at', '<=', only.dueBy)

  const limit = Math.min(only.limit ?? 100, 500)
  const rows = await query.orderBy('opened_at', 'desc').orderBy('id').limit(limit).execute()
  const latest = await loadLatestDifferences(
    reader,
    rows.map((row) => row.id),
  )

  return rows.map((row) => {
    const balance = latest.get(row.id)
    invariant(balance, 'a break has the balance that opened it')
    return toBreak(row, balance)
  })
}

async function loadLatestDifferences(reader: Reader, breakIds: readonly string[]) {
  if (breakIds.length === 0) return new Map<string, OutsideBalance>()

  const rows = await read(reader)
    .selectFrom('outside_balance')
    .distinctOn('break_id')
    .selectAll()
    .where('break_id', 'in', [...breakIds])
    .where('difference', '!=', 0n)
    .orderBy('break_id')
    .orderBy('as_of', 'desc')
    .orderBy('sequence', 'desc')
    .execute()

  return new Map(rows.map((row) => [row.break_id ?? '', toOutsideBalance(row)]))
}

/** Returns a break. Throws `not_found` (404). */
export async function getBreak(reader: Reader, id: string): Promise<Break> {
  const [found] = await listBreaks(reader, { id })
  if (!found) throw createNotFoundError('This break')
  return found
}

/** What was said outside of an account, the latest moment first; at most 500 at a time. */
export async function listOutsideBalances(
  reader: Reader,
  only: { account?: AccountCode; breakId?: string; limit?: number } = {},
): Promise<OutsideBalance[]> {
  let query = read(reader).selectFrom('outside_balance').selectAll()
  if (only.account !== undefined) query = query.where('account', '=', only.account)
  if (only.breakId !== undefined) query = query.where('break_id', '=', only.breakId)

  const limit = Math.min(only.limit ?? 100, 500)
  const rows = await query
    .orderBy('as_of', 'desc')
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute()

  return rows.map(toOutsideBalance)
}
