import type { z } from 'zod'
import type { App } from '#platform/app.ts'
import { implementCalls } from '#platform/http/http.ts'
import { marketContract, type quote } from './contract.ts'
import { INSTRUMENTS, type Quote } from './model/prices.ts'
import { changeText, findNearestPoint, formatRate } from './model.ts'
import { getCandles, listPrices, listQuotes } from './queries.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A line of seven days has a point for each four hours. */
const STEP_MS = 4 * HOUR_MS
/** Feeds tell the days before by the hour: the nearest full one stands for a moment. */
const WITHIN_MS = 1.5 * HOUR_MS

const calls = implementCalls(marketContract)

export const marketApi = calls.router({
  prices: calls.prices.handler(async ({ context: { app } }) => {
    const prices = await listPrices(app)
    return {
      message: 'Prices',
      data: prices.map((price) => ({ ...price, rate: formatRate(price.rate) })),
    }
  }),
  list: calls.list.handler(async ({ context: { app } }) => ({
    message: 'Prices',
    data: (await listQuotes(app)).map(toQuoteRow),
  })),
  history: calls.history.handler(async ({ context: { app } }) => ({
    message: 'Seven days',
    data: (await listQuotes(app)).map((one) => ({
      symbol: one.symbol,
      source: one.source,
      closes: listWeekRates(one).map(formatRate),
    })),
  })),
  candles: calls.candles.handler(async ({ context: { app }, input }) => {
    const { candles, ...rest } = await getCandles(app, input.symbol, input.days)
    const written = candles.map(({ day, open, high, low, close }) => ({
      day,
      open: formatRate(open),
      high: formatRate(high),
      low: formatRate(low),
      close: formatRate(close),
    }))

    return { message: 'Days', data: { symbol: input.symbol, ...rest, candles: written } }
  }),
})

function toQuoteRow({ symbol, rate, at, past, ...rest }: Quote): z.input<typeof quote> {
  const listed = INSTRUMENTS.find((one) => one.symbol === symbol)
  const computeChange = (ms: number) => {
    const before = findNearestPoint(past, new Date(at.getTime() - ms), WITHIN_MS)
    return before && changeText(before.rate, rate)
  }

  return {
    symbol,
    label: listed?.label ?? symbol,
    name: listed?.name ?? symbol,
    kind: listed?.kind ?? 'crypto',
    price: formatRate(rate),
    at,
    ...rest,
    change24h: computeChange(DAY_MS),
    change7d: computeChange(7 * DAY_MS),
  }
}

/**
 * The course of the last seven days up to now, thinned to a point for each four hours; empty while
 * it isn't known.
 */
function listWeekRates({ rate, at, past }: Quote): bigint[] {
  const from = at.getTime() - 7 * DAY_MS
  const points: bigint[] = []
  let next = from

  for (const point of past) {
    const time = point.at.getTime()
    if (time < next || time >= at.getTime()) continue
    points.push(point.rate)
    next = time + STEP_MS
  }

  return points.length > 0 ? [...points, rate] : []
}

/** What the stream of prices carries: a row each, as the list has it. */
export const listMarketRows = async (app: App): Promise<Map<string, string>> =>
  new Map((await listQuotes(app)).map((one) => [one.symbol, JSON.stringify(toQuoteRow(one))]))
