import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { Logger } from '#platform/monitoring/log.ts'
import { computeAgreedPrice } from '../model/agreed-price.ts'
import { INSTRUMENTS, type InstrumentSymbol, type Quote } from '../model/prices.ts'
import { createCachedFeed } from './cached-feed.ts'
import { createCoinbaseFeed } from './coinbase.ts'
import { createCoingeckoFeed } from './coingecko.ts'
import { createFrankfurterFeed } from './frankfurter.ts'
import { createKrakenFeed } from './kraken.ts'
import type { PriceFeed } from './price-feed.ts'
import { createSimulatedPrices } from './simulated-prices.ts'
import type { Upstream } from './upstream.ts'

/** Older than this a feed's price binds nobody. */
const MAX_AGE_MS = 60_000

type FeedsConfig = Pick<Config, 'PRICE_FEEDS' | 'PRICE_BAND_BPS' | 'COINGECKO_KEY'>
type Outside = { clock: Pick<Clock, 'now'>; log: Logger }

/** The feeds that the configuration names, in its order. */
export function openPrices(config: FeedsConfig, { clock, log }: Outside): PriceFeed {
  if (config.PRICE_FEEDS.includes('simulated')) return createSimulatedPrices(clock)

  const known = {
    kraken: () => ({ ...createKrakenFeed({ clock }), binding: true }),
    coinbase: () => ({ ...createCoinbaseFeed({ clock }), binding: true }),
    coingecko: () => ({ ...createCoingeckoFeed({ key: config.COINGECKO_KEY }), binding: false }),
    frankfurter: () => ({ ...createFrankfurterFeed({ clock }), binding: false }),
  }

  const upstreams = config.PRICE_FEEDS.flatMap((name) =>
    name === 'simulated' ? [] : [known[name]()],
  )
  return createMarketPrices(upstreams, { clock, log, bandBps: BigInt(config.PRICE_BAND_BPS) })
}

/**
 * A feed, and whether a promise may rest on it: an exchange that says what it trades at now, not
 * what others say.
 */
export type Source = Upstream & { binding: boolean }

/**
 * Prices out of several feeds: to look at, each from the first that knows it; to promise, what two
 * exchanges agree on.
 */
export function createMarketPrices(
  sources: readonly Source[],
  options: Outside & { bandBps: bigint },
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
        binding.map(async ({ name, freshly }) =>
          (await freshly())
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

      throw new Error(`no feed tells the days of ${symbol}`)
    },
  }
}

/** The first feed's figure that is current; else the newest of those that aren't. */
function pickQuote(quotes: readonly Quote[], symbol: InstrumentSymbol): Quote | undefined {
  const own = quotes.filter((quote) => quote.symbol === symbol)
  const sortNewestFirst = () => own.toSorted((a, b) => b.at.getTime() - a.at.getTime())
  return own.find(({ stale }) => !stale) ?? sortNewestFirst()[0]
}
