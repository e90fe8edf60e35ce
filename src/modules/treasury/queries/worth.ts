import { DomainError } from '#lib/errors.ts'
import type { Currency } from '#lib/money.ts'
import { computeCoinCharge, computeCoinValue } from '#modules/market/model.ts'
import { getPrice } from '#modules/market/queries.ts'
import type { App } from '#platform/app.ts'
import type { Worth } from '../model.ts'

/** The largest value of an amount. */
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

  const why = cents === 0n ? 'This amount is worth less than a cent.' : 'This amount is too large.'
  throw new DomainError('invalid_amount', 400, why, 'amount')
}
