import { z } from 'zod'
import { HOUR_MS } from '#lib/dates.ts'
import { ExternalServiceError, fetchExternalJson } from '#platform/http/fetch-external-json.ts'
import { type InstrumentSymbol, mapInstruments } from '../model/prices.ts'
import { rate, type Upstream } from './upstream.ts'

const IDS = mapInstruments(({ coingecko }) => coingecko)

const rows = z.array(
  z.object({
    id: z.string(),
    current_price: rate,
    last_updated: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
    sparkline_in_7d: z.object({ price: z.array(rate).max(400) }),
  }),
)

type Options = { key?: string | undefined; base?: string; timeoutMs?: number }

/**
 * Reads CoinGecko's list of markets, which includes the last week. One request each five minutes
 * stays within its free plan.
 */
export function createCoingeckoFeed({
  key,
  base = 'https://api.coingecko.com',
  timeoutMs,
}: Options): Upstream {
  return {
    name: 'CoinGecko',
    symbols: Object.keys(IDS) as InstrumentSymbol[],
    everyMs: 5 * 60_000,
    staleMs: 15 * 60_000,
    fetchQuotes: async () => {
      const ids = Object.values(IDS).join(',')
      const path = `/api/v3/coins/markets?vs_currency=usd&ids=${ids}&sparkline=true`
      const headers = key ? { 'x-cg-demo-api-key': key } : {}
      const found = rows.parse(
        await fetchExternalJson({ base, path, headers, ...(timeoutMs && { timeoutMs }) }),
      )
      if (found.length === 0) throw new ExternalServiceError('answered an empty list')

      return Object.entries(IDS).flatMap(([symbol, id]) => {
        const row = found.find((one) => one.id === id)
        return row
          ? [{ symbol: symbol as InstrumentSymbol, rate: row.current_price, ...buildHistory(row) }]
          : []
      })
    },
  }
}

/** Dates the points of the week: one an hour, the last at `last_updated`. */
function buildHistory({
  last_updated: at,
  sparkline_in_7d: { price },
}: z.infer<typeof rows>[number]) {
  const past = price.map((rate, i) => ({
    at: new Date(at.getTime() - (price.length - 1 - i) * HOUR_MS),
    rate,
  }))
  return { at, past }
}
