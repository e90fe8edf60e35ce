import { createNotFoundError, DomainError } from '#lib/errors.ts'
import { COINS, type Coin } from '#lib/money.ts'
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

type PriceServices = Pick<App, 'clock'> & { prices: Pick<PriceFeed, 'price'> }

/**
 * Returns the current price for a quote. Throws `price_unavailable` (503) when the feed is down or
 * its last price is stale.
 */
export async function getPrice(app: PriceServices, coin: Coin): Promise<Price> {
  const price = await app.prices.price(coin).catch(() => null)
  if (!price || price.rate <= 0n || isStale(price.at, app.clock.now()))
    throw createPriceUnavailableError(coin)
  return price
}

/** A price counts as the current one for this long. */
const CURRENT_MS = 60_000

/**
 * Returns the price at an instant up to now. Throws `price_unavailable` (503) where no feed has it.
 */
export async function getPastPrice(
  app: Pick<App, 'clock' | 'prices'>,
  coin: Coin,
  at: Date,
): Promise<Price> {
  if (app.clock.now().getTime() - at.getTime() <= CURRENT_MS) return await getPrice(app, coin)

  const price = await app.prices.priceAt(coin, at).catch(() => null)
  if (!price || price.rate <= 0n) throw createPriceUnavailableError(coin)
  return price
}

/** Lists the current prices for quotes and leaves out a coin without one. */
export async function listPrices(app: PriceServices): Promise<Price[]> {
  const found = await Promise.all(COINS.map((coin) => getPrice(app, coin).catch(() => null)))
  return found.filter((price) => price !== null)
}

/** Lists the coins without a current price for quotes. */
export async function listUnpricedCoins(app: PriceServices): Promise<Coin[]> {
  const known = new Set((await listPrices(app)).map(({ coin }) => coin))
  return COINS.filter((coin) => !known.has(coin))
}

/** Lists the last known price of every instrument for display; stale ones are marked. */
export const listQuotes = (app: Pick<App, 'prices'>): Promise<Quote[]> => app.prices.board()

/**
 * Returns the last days of one instrument. Throws `not_found` (404) for an unknown symbol and
 * `price_unavailable` (503) while no feed has them.
 */
export async function getCandles(
  app: Pick<App, 'prices'>,
  symbol: string,
  days: number,
): Promise<Candles> {
  const instrument = INSTRUMENTS.find((one) => one.symbol === symbol)
  if (!instrument) throw createNotFoundError('This market')
  return await app.prices.candles(instrument.symbol, days).catch(() => {
    throw createPriceUnavailableError(instrument.symbol)
  })
}

const createPriceUnavailableError = (symbol: InstrumentSymbol) =>
  new DomainError(
    'price_unavailable',
    503,
    `No current price is available for ${symbol}. Please try again in a minute.`,
  )
