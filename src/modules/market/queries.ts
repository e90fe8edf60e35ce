import { createNotFoundError, DomainError } from '#lib/errors.ts'
import type { Coin } from '#lib/money.ts'
import type { App } from '#platform/app.ts'
import type { PriceFeed } from './adapters/price-feed.ts'
import {
  type Candles,
  INSTRUMENTS,
  type InstrumentSymbol,
  type Price,
  type Quote,
} from './model/prices.ts'
import { isStale } from './model.ts'

const COINS: readonly Coin[] = ['BTC', 'ETH', 'USDT']

type Feed = Pick<App, 'clock'> & { prices: Pick<PriceFeed, 'price'> }

/**
 * The price that a promise may rest on now. Refuses with `price_unavailable` when the feed is down
 * or its last price is stale.
 */
export async function getPrice(app: Feed, coin: Coin): Promise<Price> {
  const price = await app.prices.price(coin).catch(() => null)
  if (!price || price.rate <= 0n || isStale(price.at, app.clock.now()))
    throw createPriceUnavailableError(coin)
  return price
}

/** The prices that promises may rest on now: a coin without one is left out. */
export async function listPrices(app: Feed): Promise<Price[]> {
  const found = await Promise.all(COINS.map((coin) => getPrice(app, coin).catch(() => null)))
  return found.filter((price) => price !== null)
}

/** The coins that nothing can be promised in now. */
export async function listPriceless(app: Feed): Promise<Coin[]> {
  const known = new Set((await listPrices(app)).map(({ coin }) => coin))
  return COINS.filter((coin) => !known.has(coin))
}

/**
 * The last known price of everything listed, to look at: stale ones say so, and what nothing is
 * known of is left out.
 */
export const listQuotes = (app: Pick<App, 'prices'>): Promise<Quote[]> => app.prices.board()

/**
 * The last days of one thing. Refuses with `not_found` what isn't listed and `price_unavailable`
 * while no feed tells it.
 */
export async function getCandles(
  app: Pick<App, 'prices'>,
  symbol: string,
  days: number,
): Promise<Candles> {
  const listed = INSTRUMENTS.find((one) => one.symbol === symbol)
  if (!listed) throw createNotFoundError('This market')
  return await app.prices.candles(listed.symbol, days).catch(() => {
    throw createPriceUnavailableError(listed.symbol)
  })
}

const createPriceUnavailableError = (symbol: InstrumentSymbol) =>
  new DomainError(
    'price_unavailable',
    503,
    `There is no current price for ${symbol}. Nothing was changed; please try again in a minute.`,
  )
