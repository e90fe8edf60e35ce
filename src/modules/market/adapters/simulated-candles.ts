import { type Day, toUtcDay } from '#lib/dates.ts'
import type { Candle, InstrumentSymbol, Rate } from '../model/prices.ts'
import { computeRate, DAY_MINUTES, SAMPLE_MINUTES, type Walks } from './price-walk.ts'

/** Returns the instant of a minute since 1970. */
export const toInstant = (minute: number) => new Date(minute * 60_000)

/** Returns the candle of a day up to `minute`. */
export function computeCandle(
  walks: Walks,
  symbol: InstrumentSymbol,
  day: number,
  minute: number,
): Candle {
  const first = day * DAY_MINUTES
  const last = Math.min(first + DAY_MINUTES, Math.max(minute, first))
  const rates: Rate[] = []

  for (let at = first; at < last; at += SAMPLE_MINUTES) rates.push(computeRate(walks, symbol, at))
  rates.push(computeRate(walks, symbol, last))

  const [open, close] = [rates[0] as Rate, rates.at(-1) as Rate]
  const high = rates.reduce((max, rate) => (rate > max ? rate : max))
  const low = rates.reduce((min, rate) => (rate < min ? rate : min))
  const name: Day = toUtcDay(toInstant(first))

  return { day: name, open, high, low, close }
}
