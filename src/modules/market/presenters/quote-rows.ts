import type { z } from 'zod'
import { DAY_MS, HOUR_MS } from '#lib/dates.ts'
import { invariant } from '#lib/invariant.ts'
import type { quote } from '../contract.ts'
import {
  type Candle,
  findNearestPoint,
  formatChange,
  formatPrice,
  INSTRUMENTS,
  type Quote,
} from '../model.ts'

/** A seven-day line has a point each four hours. */
const STEP_MS = 4 * HOUR_MS
/** History is hourly: a price of a moment is at most this far from it. */
const MAX_DISTANCE_MS = 1.5 * HOUR_MS

function getInstrument(symbol: string) {
  const instrument = INSTRUMENTS.find((one) => one.symbol === symbol)
  invariant(instrument, `${symbol} is an instrument`)
  return instrument
}

/** Returns a quote as a row of the list and of the stream. */
export function toQuoteRow({ symbol, rate, at, past, ...rest }: Quote): z.input<typeof quote> {
  const { label, name, kind, decimals } = getInstrument(symbol)
  const formatChangeOver = (periodMs: number) => {
    const earlier = findNearestPoint(past, new Date(at.getTime() - periodMs), MAX_DISTANCE_MS)
    return earlier && formatChange(earlier.rate, rate)
  }

  return {
    symbol,
    label,
    name,
    kind,
    price: formatPrice(rate, decimals),
    at,
    ...rest,
    change24h: formatChangeOver(DAY_MS),
    change7d: formatChangeOver(7 * DAY_MS),
  }
}

/** Returns the seven-day line of a quote. */
export function toWeekLine(quote: Quote) {
  const { decimals } = getInstrument(quote.symbol)
  return {
    symbol: quote.symbol,
    source: quote.source,
    closes: listWeekRates(quote).map((rate) => formatPrice(rate, decimals)),
  }
}

/** Returns a candle of an instrument with its prices as decimal texts. */
export function toCandleRow(symbol: string, { day, open, high, low, close }: Candle) {
  const { decimals } = getInstrument(symbol)

  return {
    day,
    open: formatPrice(open, decimals),
    high: formatPrice(high, decimals),
    low: formatPrice(low, decimals),
    close: formatPrice(close, decimals),
  }
}

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
