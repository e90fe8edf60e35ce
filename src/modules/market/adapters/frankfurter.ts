import { z } from 'zod'
import { addDays, DAY_MS, HOUR_MS, toUtcDay } from '#lib/dates.ts'
import type { Clock } from '#platform/clock.ts'
import { ExternalServiceError, fetchExternalJson } from '#platform/http/fetch-external-json.ts'
import type { InstrumentSymbol } from '../model/prices.ts'
import { type FeedQuote, rate, sortOldestFirst, type Upstream } from './upstream.ts'

const SYMBOLS = ['EUR', 'GBP'] as const satisfies readonly InstrumentSymbol[]
const days = z.object({ base: z.string(), rates: z.record(z.iso.date(), z.object({ USD: rate })) })

/** The European Central Bank publishes a day's rates in the afternoon, by 14:00 UTC. */
const toPublicationTime = (day: string) => new Date(`${day}T14:00:00Z`)
const DAYS_REQUESTED = 12

type Options = { clock: Pick<Clock, 'now'>; base?: string; timeoutMs?: number }

/** Reads Frankfurter: the European Central Bank's reference rates, one a working day. */
export function createFrankfurterFeed({
  clock,
  base = 'https://api.frankfurter.dev',
  timeoutMs,
}: Options): Upstream {
  const fetchQuote = async (symbol: InstrumentSymbol): Promise<FeedQuote> => {
    const from = addDays(toUtcDay(clock.now()), -DAYS_REQUESTED)
    const path = `/v1/${from}..?base=${symbol}&symbols=USD`
    const answer = days.parse(
      await fetchExternalJson({ base, path, ...(timeoutMs && { timeoutMs }) }),
    )
    const past = sortOldestFirst(
      Object.entries(answer.rates).map(([day, { USD }]) => ({
        at: toPublicationTime(day),
        rate: USD,
      })),
    )
    const last = past.at(-1)
    if (!last || answer.base !== symbol)
      throw new ExternalServiceError(`answered nothing about ${symbol}`)

    return { symbol, rate: last.rate, at: last.at, past }
  }

  return {
    name: 'Frankfurter (ECB)',
    symbols: SYMBOLS,
    everyMs: HOUR_MS,
    staleMs: 5 * DAY_MS,
    fetchQuotes: () => Promise.all(SYMBOLS.map(fetchQuote)),
  }
}
