import { z } from 'zod'
import { DAY_MS } from '#lib/dates.ts'
import type { Clock } from '#platform/clock.ts'
import { ExternalServiceError, fetchExternalJson } from '#platform/http/fetch-external-json.ts'
import { type InstrumentSymbol, mapInstruments } from '../model/prices.ts'
import { buildCandles, rate, seconds, sortOldestFirst, type Upstream } from './upstream.ts'

const PAIRS = mapInstruments(({ kraken }) => kraken)

const ticker = z.record(z.string(), z.object({ c: z.tuple([rate], z.unknown()) }))
const row = z.tuple([seconds, rate, rate, rate, rate], z.unknown())
const answer = z.object({ error: z.array(z.string()), result: z.unknown() })
const EIGHT_DAYS_MS = 8 * DAY_MS

type Options = { clock: Pick<Clock, 'now'>; base?: string; timeoutMs?: number }

/** Reads Kraken's public REST API. Its ticker has no time, so a price has that of the request. */
export function createKrakenFeed({
  clock,
  base = 'https://api.kraken.com',
  timeoutMs,
}: Options): Upstream {
  const fetchResult = async (path: string) => {
    const { error, result } = answer.parse(
      await fetchExternalJson({ base, path: `/0/public/${path}`, ...(timeoutMs && { timeoutMs }) }),
    )
    if (error.length > 0) throw new ExternalServiceError(error.join().slice(0, 200))
    return result
  }

  const fetchCandleRows = async (symbol: InstrumentSymbol, minutes: number, since: Date | null) => {
    const [requestedPair = '', answered = ''] = PAIRS[symbol] ?? []
    const from = since ? `&since=${Math.floor(since.getTime() / 1_000)}` : ''
    const result = await fetchResult(`OHLC?pair=${requestedPair}&interval=${minutes}${from}`)
    return z.object({ [answered]: z.array(row) }).parse(result)[answered] ?? []
  }

  return {
    name: 'Kraken',
    symbols: Object.keys(PAIRS) as InstrumentSymbol[],
    everyMs: 10_000,
    staleMs: 60_000,
    fetchQuotes: async () => {
      const at = clock.now()
      const pairs = Object.values(PAIRS).map(([requestedPair]) => requestedPair)
      const result = ticker.parse(await fetchResult(`Ticker?pair=${pairs.join(',')}`))

      return Object.entries(PAIRS).flatMap(([symbol, [, answered]]) => {
        const found = result[answered]
        return found ? [{ symbol: symbol as InstrumentSymbol, rate: found.c[0], at }] : []
      })
    },
    past: async (symbol) => {
      const rows = await fetchCandleRows(
        symbol,
        60,
        new Date(clock.now().getTime() - EIGHT_DAYS_MS),
      )
      return sortOldestFirst(rows.map(([at, open]) => ({ at, rate: open })))
    },
    candles: async (symbol) =>
      buildCandles(
        (await fetchCandleRows(symbol, 1_440, null)).map(([at, open, high, low, close]) => ({
          at,
          open,
          high,
          low,
          close,
        })),
      ),
  }
}
