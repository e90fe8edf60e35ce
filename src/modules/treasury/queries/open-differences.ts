import type { Cents, Currency } from '#lib/money.ts'
import { getAccountCurrency } from '#modules/ledger/model.ts'
import { listPrices } from '#modules/market/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import { listBreaks } from './breaks.ts'
import { computeMarketCents, type Rates } from './market-value.ts'

/** The shortage and the excess of outside balances, in cents; null without a price. */
export type OpenDifferences = { shortage: Cents | null; excess: Cents | null }

const MAX_BREAKS = 500

/** Returns the value of the open breaks at current prices, each by its latest outside balance. */
export async function sumOpenDifferences(
  app: Pick<App, 'prices' | 'clock'>,
  reader: Reader,
): Promise<OpenDifferences> {
  const breaks = await listBreaks(reader, { open: true, limit: MAX_BREAKS })
  if (breaks.length === 0) return { shortage: 0n, excess: 0n }

  const prices = await listPrices(app)
  const rates: Rates = new Map<Currency, bigint>(prices.map(({ coin, rate }) => [coin, rate]))
  const values = breaks.map(({ account, latest }) =>
    computeMarketCents(rates, getAccountCurrency(account), latest.difference),
  )

  return {
    shortage: sumMagnitudes(values, (cents) => cents < 0n),
    excess: sumMagnitudes(values, (cents) => cents > 0n),
  }
}

/** Returns the sum of the chosen values without their signs; null when any value is unknown. */
function sumMagnitudes(
  values: readonly (Cents | null)[],
  isCounted: (cents: Cents) => boolean,
): Cents | null {
  if (values.includes(null)) return null

  return values
    .filter((cents) => cents !== null)
    .filter(isCounted)
    .reduce<Cents>((sum, cents) => sum + (cents < 0n ? -cents : cents), 0n)
}
