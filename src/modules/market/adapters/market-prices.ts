import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { Logger } from '#platform/monitoring/log.ts'
import { computeAgreedPrice } from '../model/agreed-price.ts'
import { findPastRate } from '../model/past-rate.ts'
import { INSTRUMENTS, type InstrumentSymbol, type Quote } from '../model/prices.ts'
import { createCachedFeed } from './cached-feed.ts'
import { createCoinbaseFeed } from './coinbase.ts'
import { createCoingeckoFeed } from './coingecko.ts'
import { createFrankfurterFeed } from './frankfurter.ts'
import { createKrakenFeed } from './kraken.ts'
import type { PriceFeed } from './price-feed.ts'
import { createSimulatedPrices } from './simulated-prices.ts'
import type { Upstream } from './upstream.ts'

/** A feed's price that is older than this can't be part of a quote. */
const MAX_AGE_MS = 60_000

type FeedsConfig = Pick<Config, 'PRICE_FEEDS' | 'PRICE_BAND_BPS' | 'COINGECKO_KEY'>
type FeedServices = { clock: Pick<Clock, 'now'>; log: Logger }

/** Opens the price feeds that the configuration names, in its order. */
export function openPrices(config: FeedsConfig, { clock, log }: FeedServices): PriceFeed {
  if (config.PRICE_FEEDS.includes('simulated')) return createSimulatedPrices(clock)

  const factories = {
    kraken: () => ({ ...createKrakenFeed({ clock }), binding: true }),
    coinbase: () => ({ ...createCoinbaseFeed({ clock }), binding: true }),
    coingecko: () => ({ ...createCoingeckoFeed({ key: config.COINGECKO_KEY }), binding: false }),
    frankfurter: () => ({ ...createFrankfurterFeed({ clock }), binding: false }),
  }

  const upstreams = config.PRICE_FEEDS.flatMap((name) =>
    name === 'simulated' ? [] : [factories[name]()],
  )
  return createMarketPrices(upstreams, { clock, log, bandBps: BigInt(config.PRICE_BAND_BPS) })
}

/**
 * A feed. It is `binding` when a quote may use its price: an exchange that publishes its own
 * trades, not an aggregate of others.
 */
export type Source = Upstream & { binding: boolean }

/**
 * Combines several feeds. A displayed price comes from the first feed that has it; a quoted price
 * is one that two exchanges agree on.
 */
export function createMarketPrices(
  sources: readonly Source[],
  options: FeedServices & { bandBps: bigint },
): PriceFeed {
  const { clock, log, bandBps } = options
  const feeds = sources.map((source) => ({
    ...createCachedFeed(clock, log, source),
    binding: source.binding,
  }))

  return {
    price: async (coin) => {
      const binding = feeds.filter((feed) => feed.binding)
      const sourceQuotes = await Promise.all(
        binding.map(async ({ name, refresh }) =>
          (await refresh())
            .filter(({ symbol }) => symbol === coin)
            .map((quote) => ({ ...quote, source: name })),
        ),
      )

      const price = computeAgreedPrice(sourceQuotes.flat(), {
        now: clock.now(),
        maxAgeMs: MAX_AGE_MS,
        bandBps,
      })
      if (!price) throw new Error(`no two feeds agree on ${coin} now`)

      return { coin, ...price, simulated: false }
    },
    priceAt: async (coin, at) => {
      for (const feed of feeds.filter(({ binding }) => binding)) {
        const quote = (await feed.quotes()).find(({ symbol }) => symbol === coin)
        const reading = await feed.candles(coin)
        const rate = findPastRate(at, quote?.past ?? [], reading?.value ?? [])
        if (rate) return { coin, rate, source: feed.name, at, simulated: false }
      }

      throw new Error(`no feed has the price of ${coin} at ${at.toISOString()}`)
    },
    board: async () => {
      const quotes = (await Promise.all(feeds.map((feed) => feed.quotes()))).flat()
      return INSTRUMENTS.flatMap(({ symbol }) => pickQuote(quotes, symbol) ?? [])
    },
    candles: async (symbol, days) => {
      for (const { name, candles } of feeds) {
        const reading = await candles(symbol)
        if (reading && reading.value.length > 0)
          return {
            source: name,
            simulated: false,
            at: reading.readAt,
            candles: reading.value.slice(-days),
          }
      }

      throw new Error(`no feed has the days of ${symbol}`)
    },
  }
}

/** Returns the first current quote of a symbol; if all are stale, the newest. */
function pickQuote(quotes: readonly Quote[], symbol: InstrumentSymbol): Quote | undefined {
  const own = quotes.filter((quote) => quote.symbol === symbol)
  const sortNewestFirst = () => own.toSorted((a, b) => b.at.getTime() - a.at.getTime())
  return own.find(({ stale }) => !stale) ?? sortNewestFirst()[0]
}
