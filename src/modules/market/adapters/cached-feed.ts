import { setTimeout as pause } from 'node:timers/promises'
import { createCache, type Reading } from '#platform/cache/cache.ts'
import type { Clock } from '#platform/clock.ts'
import type { Logger } from '#platform/monitoring/log.ts'
import type { Candle, InstrumentSymbol, Point, Quote } from '../model/prices.ts'
import type { FeedQuote, Upstream } from './upstream.ts'

const RETRY_MS = 30_000
const PAST_EVERY_MS = 30 * 60_000
const CANDLES_EVERY_MS = 10 * 60_000
/** The pause between two requests for history: feeds limit requests a second. */
const GAP_MS = 1_100
/** The failed requests in a row after which a feed's last answer counts as stale. */
const MAX_MISSES = 3
/** A quote further in the future than this is ignored: the feed's clock is wrong. */
const MAX_AHEAD_MS = 60_000

type CachedFeed = {
  name: string
  symbols: readonly InstrumentSymbol[]
  /** Returns the quotes after a request to the feed, where one is due. */
  refresh(): Promise<readonly FeedQuote[]>
  /** Returns the last known quotes without waiting for the feed. */
  quotes(): Promise<Quote[]>
  candles(symbol: InstrumentSymbol): Promise<Reading<Candle[]> | null>
}

/**
 * Puts a cache before one feed: callers share one request, and the last answer stays available,
 * with its time, while the feed is down.
 */
export function createCachedFeed(
  clock: Pick<Clock, 'now'>,
  log: Logger,
  upstream: Upstream,
): CachedFeed {
  const { name, symbols, everyMs } = upstream
  const fetchQuotes = () => upstream.fetchQuotes()
  const onFailure = (error: unknown) => log.warn({ feed: name, err: error }, 'a price feed failed')
  const now = createCache<readonly FeedQuote[]>({
    clock,
    onFailure,
    retryMs: Math.min(RETRY_MS, everyMs),
    ttlMs: everyMs,
    staleMs: MAX_MISSES * everyMs,
  })
  const candles = createCache<Candle[]>({
    clock,
    onFailure,
    ttlMs: CANDLES_EVERY_MS,
    retryMs: RETRY_MS,
  })
  const getHistory = createHistoryCache(clock, upstream, onFailure)

  return {
    name,
    symbols,
    refresh: async () => {
      const reading = await now.get(name, fetchQuotes).catch(() => null)
      return reading?.value ?? []
    },
    quotes: async () => {
      const reading = await now.peek(name, fetchQuotes)
      if (!reading) return []

      const isStale = createStaleCheck(upstream, clock.now(), reading.readAt)

      return reading.value
        .filter(({ at }) => at.getTime() <= clock.now().getTime() + MAX_AHEAD_MS)
        .map(({ symbol, rate, at, past }) => ({
          symbol,
          rate,
          at,
          source: name,
          simulated: false,
          stale: isStale(at),
          past: past ?? getHistory(symbol),
        }))
    },
    candles: async (symbol) => {
      const read = upstream.candles
      if (!read || !symbols.includes(symbol)) return null

      return await candles.get(symbol, () => read(symbol)).catch(() => null)
    },
  }
}

/** Stale by the feed's own time, or because several requests in a row failed. */
const createStaleCheck =
  ({ staleMs, everyMs }: Upstream, now: Date, readAt: Date) =>
  (at: Date) =>
    now.getTime() - at.getTime() > staleMs ||
    now.getTime() - readAt.getTime() > MAX_MISSES * everyMs

/** Collects the history of one instrument after another in the background; empty until then. */
function createHistoryCache(
  clock: Pick<Clock, 'now'>,
  { name, symbols, past: read }: Upstream,
  onFailure: (error: unknown) => void,
): (symbol: InstrumentSymbol) => readonly Point[] {
  const cache = createCache<void>({ clock, onFailure, ttlMs: PAST_EVERY_MS, retryMs: RETRY_MS })
  const known = new Map<InstrumentSymbol, Point[]>()
  const collect = async (read: NonNullable<Upstream['past']>) => {
    const failures: unknown[] = []
    for (const symbol of symbols) {
      try {
        known.set(symbol, await read(symbol))
      } catch (error) {
        failures.push(error)
      }

      await pause(GAP_MS, undefined, { ref: false })
    }

    if (failures.length > 0) throw failures[0]
  }

  return (symbol) => {
    if (read) void cache.peek(name, () => collect(read))
    return known.get(symbol) ?? []
  }
}
