import type { Cents, Currency } from '#lib/money.ts'
import { computeCoinCharge, computeCoinValue } from '#modules/market/model.ts'

/** Dollars for one unit of each coin with a price, times 10^6. */
export type Rates = ReadonlyMap<Currency, bigint>

/**
 * Returns the value of an amount at the current price, null without a price. It is rounded down,
 * also below zero, so that no value is overstated.
 */
export function computeMarketCents(rates: Rates, currency: Currency, units: bigint): Cents | null {
  if (currency === 'USD' || units === 0n) return units
  const rate = rates.get(currency)
  if (rate === undefined) return null
  return units > 0n
    ? computeCoinValue(units, rate, currency)
    : -computeCoinCharge(-units, rate, currency)
}
