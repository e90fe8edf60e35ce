import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { coinbase } from './feeds/coinbase.ts'
import { coingecko } from './feeds/coingecko.ts'
import { frankfurter } from './feeds/frankfurter.ts'
import { keepUpstream } from './feeds/kept-upstream.ts'
import { kraken } from './feeds/kraken.ts'
import { agreed } from './feeds/median.ts'
import type { Upstream } from './feeds/upstream.ts'
import type { Logger } from './log.ts'
import { INSTRUMENTS, type Listed, type PriceFeed, type Quote } from './prices.ts'
import { simulatedPrices } from './simulated-prices.ts'

/** Older than this a feed's price binds nobody. */
const FRESH_MS = 60_000

type FeedsConfig = Pick<Config, 'PRICE_FEEDS' | 'PRICE_BAND_BPS' | 'COINGECKO_KEY'>
type Outside = { clock: Pick<Clock, 'now'>; log: Logger }

/** The feeds that the configuration names, in its order. */
export function openPrices(config: FeedsConfig, { clock, log }: Outside): PriceFeed {
  if (config.PRICE_FEEDS.includes('simulated')) return simulatedPrices(clock)

  const known = {
    kraken: () => ({ ...kraken({ clock }), binding: true }),
    coinbase: () => ({ ...coinbase({ clock }), binding: true }),
    coingecko: () => ({ ...coingecko({ key: config.COINGECKO_KEY }), binding: false }),
    frankfurter: () => ({ ...frankfurter({ clock }), binding: false }),
  }

  const upstreams = config.PRICE_FEEDS.flatMap((name) =>
    name === 'simulated' ? [] : [known[name]()],
  )
  return marketPrices(upstreams, { clock, log, bandBps: BigInt(config.PRICE_BAND_BPS) })
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
export function marketPrices(
  sources: readonly Source[],
  given: Outside & { bandBps: bigint },
): PriceFeed {
  const { clock, log, bandBps } = given
  const feeds = sources.map((source) => ({
    ...keepUpstream(clock, log, source),
    binding: source.binding,
  }))

  return {
    price: async (coin) => {
      const binding = feeds.filter((feed) => feed.binding)
      const said = await Promise.all(
        binding.map(async ({ name, freshly }) =>
          (await freshly())
            .filter(({ symbol }) => symbol === coin)
            .map((told) => ({ ...told, source: name })),
        ),
      )

      const price = agreed(said.flat(), { now: clock.now(), maxAgeMs: FRESH_MS, bandBps })
      if (!price) throw new Error(`no two feeds agree on ${coin} now`)

      return { coin, ...price, simulated: false }
    },
    board: async () => {
      const quotes = (await Promise.all(feeds.map((feed) => feed.quotes()))).flat()
      return INSTRUMENTS.flatMap(({ symbol }) => firstGood(quotes, symbol) ?? [])
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
function firstGood(quotes: readonly Quote[], symbol: Listed): Quote | undefined {
  const own = quotes.filter((quote) => quote.symbol === symbol)
  const newestFirst = () => own.toSorted((a, b) => b.at.getTime() - a.at.getTime())
  return own.find(({ stale }) => !stale) ?? newestFirst()[0]
}
