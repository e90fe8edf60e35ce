import { z } from 'zod'
import { DAY_MS } from '#lib/dates.ts'
import type { Clock } from '#platform/clock.ts'
import { fetchExternalJson } from '#platform/http/fetch-external-json.ts'
import { type InstrumentSymbol, mapInstruments } from '../model/prices.ts'
import {
  buildCandles,
  type FeedQuote,
  rate,
  seconds,
  sortOldestFirst,
  type Upstream,
} from './upstream.ts'

const SYMBOLS = Object.keys(mapInstruments(({ coinbase }) => coinbase)) as InstrumentSymbol[]

const ticker = z.object({
  price: rate,
  time: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
})
/** Newest first: time, low, high, open, close, volume. */
const rows = z.array(z.tuple([seconds, rate, rate, rate, rate], z.unknown()))
const EIGHT_DAYS_MS = 8 * DAY_MS

type Options = { clock: Pick<Clock, 'now'>; base?: string; timeoutMs?: number }

/**
 * Reads Coinbase Exchange's public REST API. Each product needs a request of its own; a failed one
 * doesn't affect the others.
 */
export function createCoinbaseFeed({
  clock,
  base = 'https://api.exchange.coinbase.com',
  timeoutMs,
}: Options): Upstream {
  const fetchProduct = (path: string) =>
    fetchExternalJson({ base, path: `/products/${path}`, ...(timeoutMs && { timeoutMs }) })
  const fetchQuote = async (symbol: InstrumentSymbol): Promise<FeedQuote> => {
    const { price, time } = ticker.parse(await fetchProduct(`${symbol}-USD/ticker`))
    return { symbol, rate: price, at: time }
  }

  const fetchCandleRows = async (symbol: InstrumentSymbol, granularity: number, range = '') =>
    rows.parse(await fetchProduct(`${symbol}-USD/candles?granularity=${granularity}${range}`))

  return {
    name: 'Coinbase',
    symbols: SYMBOLS,
    everyMs: 10_000,
    staleMs: 5 * 60_000,
    fetchQuotes: async () => {
      const answers = await Promise.allSettled(SYMBOLS.map(fetchQuote))
      const good = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      const [first] = answers
      if (good.length === 0 && first?.status === 'rejected') throw first.reason
      return good
    },
    past: async (symbol) => {
      const end = clock.now()
      const start = new Date(end.getTime() - EIGHT_DAYS_MS)
      const range = `&start=${start.toISOString()}&end=${end.toISOString()}`
      return sortOldestFirst(
        (await fetchCandleRows(symbol, 3_600, range)).map(([at, , , open]) => ({ at, rate: open })),
      )
    },
    candles: async (symbol) =>
      buildCandles(
        (await fetchCandleRows(symbol, 86_400)).map(([at, low, high, open, close]) => ({
          at,
          open,
          high,
          low,
          close,
        })),
      ),
  }
}
