import type { Coin } from '#lib/money.ts'
import type { Clock } from '#platform/clock.ts'
import {
  type Candle,
  INSTRUMENTS,
  type InstrumentSymbol,
  type Point,
  type Price,
} from '../model/prices.ts'
import type { PriceFeed } from './price-feed.ts'
import { computeRate, DAY_MINUTES, HOUR_MINUTES, type Walks } from './price-walk.ts'
import { computeCandle, toInstant } from './simulated-candles.ts'

const SOURCE = 'Simulated feed'
const PAST_HOURS = 8 * 24

/** Hourly points up to the beginning of `hour`. */
type Past = { hour: number; past: Point[] }

type SimulatedPriceFeed = Omit<PriceFeed, 'price'> & {
  /** Returns the price at a moment, by default now. */
  price(coin: Coin, at?: Date): Promise<Price>
}

/**
 * Creates the sandbox's prices. They are a pure function of symbol and minute, so every process
 * computes the same ones. Days are a mean-reverting random walk; within a day a Brownian bridge is
 * halved down to the minute.
 */
export function createSimulatedPrices(clock: Pick<Clock, 'now'>): SimulatedPriceFeed {
  const walks: Walks = new Map()
  const pasts = new Map<InstrumentSymbol, Past>()
  const days = new Map<string, Candle>()
  const getPast = (symbol: InstrumentSymbol, minute: number) => {
    const hour = Math.floor(minute / HOUR_MINUTES)
    const cached = pasts.get(symbol)
    if (cached?.hour === hour) return cached.past

    const past = computePast(walks, symbol, hour, cached)
    pasts.set(symbol, { hour, past })
    return past
  }

  const getDayCandle = (symbol: InstrumentSymbol, day: number, minute: number) => {
    const over = (day + 1) * DAY_MINUTES <= minute
    const key = `${symbol} ${day}`
    const candle = days.get(key) ?? computeCandle(walks, symbol, day, minute)
    if (over) days.set(key, candle)
    return candle
  }

  const price = async (coin: Coin, at = clock.now()) => {
    const minute = toMinute(at)
    return {
      coin,
      rate: computeRate(walks, coin, minute),
      source: SOURCE,
      at: toInstant(minute),
      simulated: true,
    }
  }

  return {
    price,
    priceAt: price,
    board: async () => {
      const minute = toMinute(clock.now())
      const same = { source: SOURCE, at: toInstant(minute), simulated: true, stale: false }

      return INSTRUMENTS.map(({ symbol }) => ({
        ...same,
        symbol,
        rate: computeRate(walks, symbol, minute),
        past: getPast(symbol, minute),
      }))
    },
    candles: async (symbol, count) => {
      const minute = toMinute(clock.now())
      const today = Math.floor(minute / DAY_MINUTES)
      const candles = Array.from({ length: count }, (_, i) =>
        getDayCandle(symbol, today - count + 1 + i, minute),
      )
      return { source: SOURCE, simulated: true, at: toInstant(minute), candles }
    },
  }
}

const toMinute = (at: Date) => Math.floor(at.getTime() / 60_000)

/** Returns the hourly points up to the beginning of `hour` and reuses those already computed. */
function computePast(
  walks: Walks,
  symbol: InstrumentSymbol,
  hour: number,
  known: Past | undefined,
): Point[] {
  const computePoint = (one: number) => {
    const minute = one * HOUR_MINUTES
    return { at: toInstant(minute), rate: computeRate(walks, symbol, minute) }
  }
  const first = hour - PAST_HOURS

  return Array.from({ length: PAST_HOURS + 1 }, (_, i) => {
    const before = known?.past[first + i - (known.hour - PAST_HOURS)]
    return before ?? computePoint(first + i)
  })
}
