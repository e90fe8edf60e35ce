import { z } from 'zod'
import { type Day, toUtcDay } from '#lib/dates.ts'
import type { Candle, InstrumentSymbol, Point, Rate } from '../model/prices.ts'

/** A feed's price of one instrument and the moment that it applies to. */
export type FeedQuote = {
  symbol: InstrumentSymbol
  rate: Rate
  at: Date
  /** The last days, where the same answer includes them. */
  past?: readonly Point[]
}

/**
 * One external source. Each call throws when the source can't be reached or its answer is invalid.
 */
export type Upstream = {
  name: string
  symbols: readonly InstrumentSymbol[]
  /** The minimum interval between requests. */
  everyMs: number
  /** The age at which its price counts as stale; a bank's daily rate lasts over holidays. */
  staleMs: number
  fetchQuotes(): Promise<FeedQuote[]>
  /** Returns the last eight days by the hour, for feeds with one request an instrument. */
  past?(symbol: InstrumentSymbol): Promise<Point[]>
  candles?(symbol: InstrumentSymbol): Promise<Candle[]>
}

const DECIMAL = /^(\d{1,9})(?:\.(\d{1,18}))?$/
const RATE_DECIMALS = 6

/**
 * Parses a feed's decimal text into millionths of a dollar, rounded half up. Returns null for
 * anything else, and for zero.
 */
export function parseRate(text: string): Rate | null {
  const [, whole = '', fraction = ''] = DECIMAL.exec(text) ?? []
  if (!whole) return null
  const digits = BigInt(whole + fraction.slice(0, RATE_DECIMALS).padEnd(RATE_DECIMALS, '0'))
  const rate = digits + (Number(fraction[RATE_DECIMALS] ?? 0) >= 5 ? 1n : 0n)
  return rate > 0n ? rate : null
}

/** A rate in a feed's answer, as a JSON number or a text. */
export const rate = z.union([z.string(), z.number()]).transform((value, context) => {
  const read = parseRate(String(value))
  if (read !== null) return read
  context.addIssue({ code: 'custom', message: `not a price: ${String(value).slice(0, 40)}` })
  return z.NEVER
})

/** Seconds since 1970 in a feed's answer. */
export const seconds = z
  .int()
  .min(1_000_000_000)
  .max(9_999_999_999)
  .transform((count) => new Date(count * 1_000))

const isPossible = ({ open, high, low, close }: Omit<Candle, 'day'>) =>
  low <= open && low <= close && high >= open && high >= close

/** Builds candles, oldest first. Throws for an impossible candle and for two of one day. */
export function buildCandles(rows: readonly (Omit<Candle, 'day'> & { at: Date })[]): Candle[] {
  const byDay = new Map<Day, Candle>()
  for (const { at, open, high, low, close } of rows) {
    const candle = { day: toUtcDay(at), open, high, low, close }
    if (!isPossible(candle) || byDay.has(candle.day))
      throw new Error(`invalid candle of ${candle.day}`)
    byDay.set(candle.day, candle)
  }

  return [...byDay.values()].sort((a, b) => a.day.localeCompare(b.day))
}

export const sortOldestFirst = (points: Point[]): Point[] =>
  points.sort((a, b) => a.at.getTime() - b.at.getTime())
