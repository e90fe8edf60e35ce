import { sql } from 'kysely'
import type { Cents, Currency } from '#lib/money.ts'
import type { AccountCode } from '#modules/ledger/model.ts'
import { listAccounts } from '#modules/ledger/queries.ts'
import { computeCoinCharge } from '#modules/market/model.ts'
import { listPrices } from '#modules/market/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import {
  type CountedPlace,
  computeCountedUnits,
  computeKnownUnits,
  findConfirmation,
  type UnclearedBreak,
} from '../model.ts'
import { listCustody } from './custody.ts'
import { computeMarketCents, type Rates } from './market-value.ts'

export type CountedCustody = {
  places: CountedPlace[]
  /** The value of what counts, without what is in suspense; coin without a price is nothing. */
  cents: Cents
  /** The value of the payments that are not matched to a member, rounded up. */
  suspense: Cents
}

/**
 * Returns what counts as held of each custody account, and what confirms it from outside. With
 * `anyAge`, an outside balance counts however old it is.
 */
export async function getCountedCustody(
  app: Pick<App, 'prices' | 'clock'>,
  reader: Reader,
  { anyAge = false } = {},
): Promise<CountedCustody> {
  const now = app.clock.now()
  const prices = await listPrices(app)
  const rates = new Map<Currency, bigint>(prices.map(({ coin, rate }) => [coin, rate]))
  const breaks = await loadUnclearedBreaks(reader)
  const suspense = await sumSuspense(reader, rates)

  const places = (await listCustody(reader)).map((line): CountedPlace => {
    const counted = anyAge ? computeKnownUnits(line) : computeCountedUnits(line, now)
    const { account, place, currency, held, outside } = line
    return {
      place,
      currency,
      held,
      outside,
      counted,
      confirmation: findConfirmation(line, now),
      breaks: breaks.get(account) ?? [],
      cents: computeMarketCents(rates, currency, counted),
    }
  })

  const cents = places.reduce((sum, place) => sum + (place.cents ?? 0n), 0n) - suspense
  return { places, cents, suspense }
}

/** Returns the value of what is in suspense, rounded up; coin without a price is nothing. */
async function sumSuspense(reader: Reader, rates: Rates): Promise<Cents> {
  const accounts = await listAccounts(reader, { accountType: 'suspense' })
  return accounts.reduce((sum, { currency, balance }) => {
    if (currency === 'USD') return sum + balance
    const rate = rates.get(currency)
    return rate === undefined ? sum : sum + computeCoinCharge(balance, rate, currency)
  }, 0n)
}

/** Loads the breaks that are open, or explained without a later balance that agrees. */
async function loadUnclearedBreaks(reader: Reader) {
  const { rows } = await sql<UnclearedBreak & { account: AccountCode }>`
    select b.account, b.opened_at as since, b.resolved_at as "explainedAt", d.difference
    from reconciliation_break b cross join lateral (
      select o.as_of, o.difference from outside_balance o
      where o.break_id = b.id and o.difference <> 0
      order by o.as_of desc, o.sequence desc limit 1) d
    where b.resolved_as is distinct from 'agreed' and (b.resolved_at is null or not exists (
      select from outside_balance o
      where o.account = b.account and o.difference = 0 and o.as_of > d.as_of))
    order by b.opened_at limit 500`.execute(reader)

  const byAccount = new Map<AccountCode, UnclearedBreak[]>()
  for (const { account, ...uncleared } of rows)
    byAccount.set(account, [...(byAccount.get(account) ?? []), uncleared])
  return byAccount
}
