import type { Cents, Currency } from '#lib/money.ts'
import {
  type AccountType,
  EQUITY,
  FEES,
  getAccountCurrency,
  PROMOTION,
} from '#modules/ledger/model.ts'
import { getBalances, listAccounts, sumOwedToMembers } from '#modules/ledger/queries.ts'
import type { Price } from '#modules/market/model.ts'
import { listPrices } from '#modules/market/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import { computeMarketCents, type Rates } from './market-value.ts'
import { listUnmatched, type UnmatchedReceipt } from './suspense.ts'

/** A holding in the currency's minor units; `cents` at the current price, null without a price. */
export type CustodyHolding = {
  place: string
  currency: Currency
  units: bigint
  cents: Cents | null
}

export type Treasury = {
  custody: CustodyHolding[]
  /** The balances of the exchange accounts; their sum is the operator's own gain or loss. */
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

async function listHoldings(reader: Reader, rates: Rates): Promise<CustodyHolding[]> {
  const accounts = await listAccounts(reader, { accountType: 'custody' })
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
  const accounts = await listAccounts(reader, { accountType: 'exchange' })
  return accounts.map(({ code, balance: units }) => {
    const currency = getAccountCurrency(code)
    return { currency, units, cents: computeMarketCents(rates, currency, units) }
  })
}

async function listPlanBalances(reader: Reader) {
  const loadBalancesByOwner = async (accountType: AccountType) =>
    new Map(
      (await listAccounts(reader, { accountType })).map(({ owner, balance }) => [
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
  const exchange = await listExchangePositions(reader, rates)
  const values = exchange.map(({ cents }) => cents)
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
    exchange,
    custody: await listHoldings(reader, rates),
    gain: values.includes(null)
      ? null
      : values.reduce<Cents>((sum, cents) => sum + (cents ?? 0n), 0n),
    suspense: await listUnmatched(reader),
    plans: await listPlanBalances(reader),
    owedToMembers: await sumOwedToMembers(reader),
  }
}
