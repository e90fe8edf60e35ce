import { createHash } from 'node:crypto'
import { type Day, toUtcDay } from '#lib/dates.ts'
import type { Coin } from '#lib/money.ts'
import type { Clock } from '#platform/clock.ts'
import {
  type Candle,
  type Course,
  INSTRUMENTS,
  type InstrumentSymbol,
  mapInstruments,
  type Point,
  type Price,
  type Rate,
} from '../model/prices.ts'
import type { PriceFeed } from './price-feed.ts'

const COURSES = mapInstruments(({ simulated }) => simulated) as Record<InstrumentSymbol, Course>

const SOURCE = 'Simulated feed'
const EPOCH_MINUTE = Date.parse('2024-01-01T00:00:00Z') / 60_000
const HOUR_MINUTES = 60
const DAY_MINUTES = 1_440
const YEAR_MINUTES = 365 * DAY_MINUTES
const PAST_HOURS = 8 * 24
/** A day's high and low are sampled every two hours. */
const SAMPLE_MINUTES = 120
const RATE_DECIMALS = 6

type Walks = Map<InstrumentSymbol, number[]>
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

  return {
    price: async (coin, at = clock.now()) => {
      const minute = toMinute(at)
      return {
        coin,
        rate: computeRate(walks, coin, minute),
        source: SOURCE,
        at: toInstant(minute),
        simulated: true,
      }
    },
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
const toInstant = (minute: number) => new Date(minute * 60_000)

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

/** Returns the candle of a day up to `minute`. */
function computeCandle(
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

function computeRate(walks: Walks, symbol: InstrumentSymbol, minute: number): Rate {
  const { centre, decimals } = COURSES[symbol]
  const dollars =
    centre * Math.exp(computeLogPrice(walks, symbol, Math.max(0, minute - EPOCH_MINUTE)))
  return BigInt(Math.round(dollars * 10 ** decimals)) * 10n ** BigInt(RATE_DECIMALS - decimals)
}

/** Returns the natural logarithm of price over centre, `elapsed` minutes after the epoch. */
function computeLogPrice(walks: Walks, symbol: InstrumentSymbol, elapsed: number): number {
  const { spread } = COURSES[symbol]
  const day = Math.floor(elapsed / DAY_MINUTES)
  const offset = elapsed - day * DAY_MINUTES
  let [low, high] = computeDayBounds(walks, symbol, day)
  let from = 0
  let to = DAY_MINUTES

  while (to - from > 1 && offset !== from) {
    const middle = Math.floor((from + to) / 2)
    const wobble = (spread * Math.sqrt((to - from) / YEAR_MINUTES)) / 2
    const value = (low + high) / 2 + wobble * drawGaussian(`${symbol}|${day}|${from}|${to}`)

    if (offset < middle) {
      to = middle
      high = value
    } else {
      from = middle
      low = value
    }
  }

  return low
}

/** Returns a day's first and last value; the walk is cached, since each day needs the previous. */
function computeDayBounds(walks: Walks, symbol: InstrumentSymbol, day: number): [number, number] {
  const { spread, pull } = COURSES[symbol]
  const walk = walks.get(symbol) ?? [0]
  walks.set(symbol, walk)

  while (walk.length <= day + 1) {
    const before = walk[walk.length - 1] as number
    const step =
      spread * Math.sqrt(DAY_MINUTES / YEAR_MINUTES) * drawGaussian(`${symbol}|day ${walk.length}`)
    walk.push(before * (1 - pull) + step)
  }

  return [walk[day] as number, walk[day + 1] as number]
}

/** Returns a standard normal number derived from `seed` (Box-Muller transform of a hash). */
function drawGaussian(seed: string): number {
  const hash = createHash('sha256').update(`candor sandbox|${seed}`).digest()
  const [first, second] = [hash.readUInt32BE(0), hash.readUInt32BE(4)].map(
    (bits) => (bits + 0.5) / 2 ** 32,
  )
  return Math.sqrt(-2 * Math.log(first as number)) * Math.cos(2 * Math.PI * (second as number))
}
