import { setTimeout as pause } from 'node:timers/promises'
import { createCache, type Keeper, type Reading } from '#platform/cache/cache.ts'
import type { Clock } from '#platform/clock.ts'
import type { Logger } from '#platform/monitoring/log.ts'
import type { Candle, InstrumentSymbol, Point, Quote } from '../model/prices.ts'
import type { FeedQuote, Upstream } from './upstream.ts'

const RETRY_MS = 30_000
const PAST_EVERY_MS = 30 * 60_000
const CANDLES_EVERY_MS = 10 * 60_000
/** Between two questions about days before: feeds count questions by the second. */
const GAP_MS = 1_100
/**
 * So many times in a row a feed may have been asked in vain before what it said is called stale.
 */
const MISSES = 3
/** A feed whose clock is further ahead is not believed. */
const AHEAD_MS = 60_000

type CachedFeed = {
  name: string
  symbols: readonly InstrumentSymbol[]
  /** What it says after being asked, when that is due. */
  freshly(): Promise<readonly FeedQuote[]>
  /** What it is known to have said. */
  quotes(): Promise<Quote[]>
  candles(symbol: InstrumentSymbol): Promise<Reading<Candle[]> | null>
}

/**
 * One feed behind a memory: asked once for everybody, and what it said last stays, with its time,
 * while it is down.
 */
export function createCachedFeed(
  clock: Pick<Clock, 'now'>,
  log: Logger,
  upstream: Upstream,
): CachedFeed {
  const { name, symbols, everyMs } = upstream
  const logFailure = (error: unknown) => log.warn({ feed: name, err: error }, 'a price feed failed')
  const now = createCache({
    clock,
    everyMs,
    onFailure: logFailure,
    oldMs: MISSES * everyMs,
    retryMs: Math.min(RETRY_MS, everyMs),
    read: () => upstream.fetchQuotes(),
  })

  const pastOf = createHistoryCache(clock, upstream, logFailure)
  const candles = new Map<InstrumentSymbol, Keeper<Candle[]>>()

  return {
    name,
    symbols,
    freshly: async () => (await now.refresh())?.value ?? [],
    quotes: async () => {
      const reading = await now.latest()
      if (!reading) return []

      const isStale = createStaleCheck(upstream, clock.now(), reading.readAt)

      return reading.value
        .filter(({ at }) => at.getTime() <= clock.now().getTime() + AHEAD_MS)
        .map(({ symbol, rate, at, past }) => ({
          symbol,
          rate,
          at,
          source: name,
          simulated: false,
          stale: isStale(at),
          past: past ?? pastOf(symbol),
        }))
    },
    candles: async (symbol) => {
      const read = upstream.candles
      if (!read || !symbols.includes(symbol)) return null

      const candleCache =
        candles.get(symbol) ??
        createCache({
          clock,
          onFailure: logFailure,
          everyMs: CANDLES_EVERY_MS,
          oldMs: CANDLES_EVERY_MS,
          retryMs: RETRY_MS,
          read: () => read(symbol),
        })

      candles.set(symbol, candleCache)

      return await candleCache.refresh()
    },
  }
}

/** Old by the feed's own time, or because it was asked several times in vain. */
const createStaleCheck =
  ({ staleMs, everyMs }: Upstream, now: Date, readAt: Date) =>
  (at: Date) =>
    now.getTime() - at.getTime() > staleMs || now.getTime() - readAt.getTime() > MISSES * everyMs

/** The days before, of one thing after another behind whoever asks; empty until they are known. */
function createHistoryCache(
  clock: Pick<Clock, 'now'>,
  { symbols, past }: Upstream,
  onFailure: (error: unknown) => void,
): (symbol: InstrumentSymbol) => readonly Point[] {
  const known = new Map<InstrumentSymbol, Point[]>()
  let nextAt = 0
  const round = async (read: NonNullable<Upstream['past']>) => {
    let failed = false
    for (const symbol of symbols) {
      try {
        known.set(symbol, await read(symbol))
      } catch (error) {
        if (!failed) onFailure(error)
        failed = true
      }

      await pause(GAP_MS, undefined, { ref: false })
    }

    if (failed) nextAt = clock.now().getTime() + RETRY_MS
  }

  return (symbol) => {
    const now = clock.now().getTime()
    if (past && now >= nextAt) {
      nextAt = now + PAST_EVERY_MS
      void round(past)
    }
    return known.get(symbol) ?? []
  }
}
