import type { z } from 'zod'
import { DAY_MS, HOUR_MS } from '#lib/dates.ts'
import type { quote } from '../contract.ts'
import {
  type Candle,
  findNearestPoint,
  formatChange,
  formatRate,
  INSTRUMENTS,
  type Quote,
} from '../model.ts'

/** A seven-day line has a point each four hours. */
const STEP_MS = 4 * HOUR_MS
/** History is hourly: a price of a moment is at most this far from it. */
const MAX_DISTANCE_MS = 1.5 * HOUR_MS

/** Returns a quote as a row of the list and of the stream. */
export function toQuoteRow({ symbol, rate, at, past, ...rest }: Quote): z.input<typeof quote> {
  const instrument = INSTRUMENTS.find((one) => one.symbol === symbol)
  const formatChangeOver = (periodMs: number) => {
    const earlier = findNearestPoint(past, new Date(at.getTime() - periodMs), MAX_DISTANCE_MS)
    return earlier && formatChange(earlier.rate, rate)
  }

  return {
    symbol,
    label: instrument?.label ?? symbol,
    name: instrument?.name ?? symbol,
    kind: instrument?.kind ?? 'crypto',
    price: formatRate(rate),
    at,
    ...rest,
    change24h: formatChangeOver(DAY_MS),
    change7d: formatChangeOver(7 * DAY_MS),
  }
}

/** Returns the seven-day line of a quote. */
export const toWeekLine = (quote: Quote) => ({
  symbol: quote.symbol,
  source: quote.source,
  closes: listWeekRates(quote).map(formatRate),
})

/** Returns a candle with its rates as decimal texts. */
export const toCandleRow = ({ day, open, high, low, close }: Candle) => ({
  day,
  open: formatRate(open),
  high: formatRate(high),
  low: formatRate(low),
  close: formatRate(close),
})

/** Lists the rates of the last seven days, one each four hours; empty while unknown. */
function listWeekRates({ rate, at, past }: Quote): bigint[] {
  const rates: bigint[] = []
  let next = at.getTime() - 7 * DAY_MS

  for (const point of past) {
    const time = point.at.getTime()
    if (time < next || time >= at.getTime()) continue

    rates.push(point.rate)
    next = time + STEP_MS
  }

  return rates.length > 0 ? [...rates, rate] : []
}
