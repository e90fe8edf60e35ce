import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { Listed } from '../prices.ts'
import { askOutside } from './ask-outside.ts'
import { candlesOf, oldestFirst, rate, seconds, type Told, type Upstream } from './upstream.ts'

const SYMBOLS = [
  'BTC',
  'ETH',
  'USDT',
  'SOL',
  'XRP',
  'ADA',
  'DOGE',
  'LTC',
] as const satisfies readonly Listed[]

const ticker = z.object({
  price: rate,
  time: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
})
/** Newest first: time, low, high, open, close, volume. */
const rows = z.array(z.tuple([seconds, rate, rate, rate, rate], z.unknown()))
const EIGHT_DAYS_MS = 8 * 86_400_000

type Options = { clock: Pick<Clock, 'now'>; base?: string; timeoutMs?: number }

/**
 * Coinbase Exchange's public REST interface. Each thing is a question of its own: one that fails
 * leaves the others.
 */
export function coinbase({
  clock,
  base = 'https://api.exchange.coinbase.com',
  timeoutMs,
}: Options): Upstream {
  const ask = (path: string) =>
    askOutside({ base, path: `/products/${path}`, ...(timeoutMs && { timeoutMs }) })
  const told = async (symbol: Listed): Promise<Told> => {
    const { price, time } = ticker.parse(await ask(`${symbol}-USD/ticker`))
    return { symbol, rate: price, at: time }
  }

  const days = async (symbol: Listed, granularity: number, range = '') =>
    rows.parse(await ask(`${symbol}-USD/candles?granularity=${granularity}${range}`))

  return {
    name: 'Coinbase',
    symbols: SYMBOLS,
    everyMs: 10_000,
    staleMs: 5 * 60_000,
    told: async () => {
      const answers = await Promise.allSettled(SYMBOLS.map(told))
      const good = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      const [first] = answers
      if (good.length === 0 && first?.status === 'rejected') throw first.reason
      return good
    },
    past: async (symbol) => {
      const end = clock.now()
      const start = new Date(end.getTime() - EIGHT_DAYS_MS)
      const range = `&start=${start.toISOString()}&end=${end.toISOString()}`
      return oldestFirst(
        (await days(symbol, 3_600, range)).map(([at, , , open]) => ({ at, rate: open })),
      )
    },
    candles: async (symbol) =>
      candlesOf(
        (await days(symbol, 86_400)).map(([at, low, high, open, close]) => ({
          at,
          open,
          high,
          low,
          close,
        })),
      ),
  }
}
