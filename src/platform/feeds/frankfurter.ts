import { z } from 'zod'
import { addDays, dayOf } from '#lib/dates.ts'
import type { Clock } from '../clock.ts'
import type { Listed } from '../prices.ts'
import { askOutside, FeedFailure } from './ask-outside.ts'
import { oldestFirst, rate, type Told, type Upstream } from './upstream.ts'

const SYMBOLS = ['EUR', 'GBP'] as const satisfies readonly Listed[]
const days = z.object({ base: z.string(), rates: z.record(z.iso.date(), z.object({ USD: rate })) })

/**
 * The European Central Bank publishes a day's rates in the afternoon; before 14:00 UTC there are
 * none of that day.
 */
const instantOf = (day: string) => new Date(`${day}T14:00:00Z`)
const DAYS_ASKED = 12

type Options = { clock: Pick<Clock, 'now'>; base?: string; timeoutMs?: number }

/** Frankfurter: the European Central Bank's reference rates, one a working day. */
export function frankfurter({
  clock,
  base = 'https://api.frankfurter.dev',
  timeoutMs,
}: Options): Upstream {
  const told = async (symbol: Listed): Promise<Told> => {
    const from = addDays(dayOf(clock.now()), -DAYS_ASKED)
    const path = `/v1/${from}..?base=${symbol}&symbols=USD`
    const answer = days.parse(await askOutside({ base, path, ...(timeoutMs && { timeoutMs }) }))
    const past = oldestFirst(
      Object.entries(answer.rates).map(([day, { USD }]) => ({ at: instantOf(day), rate: USD })),
    )
    const last = past.at(-1)
    if (!last || answer.base !== symbol) throw new FeedFailure(`told nothing of ${symbol}`)

    return { symbol, rate: last.rate, at: last.at, past }
  }

  return {
    name: 'Frankfurter (ECB)',
    symbols: SYMBOLS,
    everyMs: 60 * 60_000,
    staleMs: 5 * 86_400_000,
    told: () => Promise.all(SYMBOLS.map(told)),
  }
}
