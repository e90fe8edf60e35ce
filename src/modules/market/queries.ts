import { DomainError } from '#lib/errors.ts'
import type { Coin } from '#lib/money.ts'
import type { App } from '#platform/app.ts'
import type { Price } from '#platform/prices.ts'
import { isStale } from './model.ts'

const COINS: readonly Coin[] = ['BTC', 'ETH', 'USDT']

type Feed = Pick<App, 'prices' | 'clock'>

/** The price that a promise may rest on now. Refuses with `price_unavailable` when the feed is down or its last price is stale. */
export async function getPrice(app: Feed, coin: Coin): Promise<Price> {
  const price = await app.prices.price(coin).catch(() => null)
  if (!price || price.rate <= 0n || isStale(price.at, app.clock.now())) throw unavailable(coin)
  return price
}

/** The last known prices, for looking at: a coin without a price that holds is left out. */
export async function listPrices(app: Feed): Promise<Price[]> {
  const found = await Promise.all(COINS.map((coin) => getPrice(app, coin).catch(() => null)))
  return found.filter((price) => price !== null)
}

const unavailable = (coin: Coin) =>
  new DomainError(
    'price_unavailable',
    503,
    `There is no current price for ${coin}. Nothing was changed; please try again in a minute.`,
  )
