export { listFeedProblems } from './model/feed-problems.ts'
export {
  type Candle,
  type Candles,
  INSTRUMENTS,
  type InstrumentSymbol,
  type Point,
  type Price,
  type Quote,
  type Rate,
} from './model/prices.ts'

import { type Cents, type Coin, type CoinUnits, parseAmount, SCALE } from '#lib/money.ts'
import type { Point, Rate } from './model/prices.ts'

const RATE_UNIT = 1_000_000n
const CENTS = 100n

/** Older than this a price says nothing about now, and nobody may be bound to it. */
const STALE_AFTER_MS = 5 * 60_000

export const isStale = (pricedAt: Date, now: Date) =>
  now.getTime() - pricedAt.getTime() > STALE_AFTER_MS

/** The price nearest to a moment, and at most so far from it; null when none is. */
export function findNearestPoint(
  past: readonly Point[],
  moment: Date,
  withinMs: number,
): Point | null {
  const computeDistance = ({ at }: Point) => Math.abs(at.getTime() - moment.getTime())
  const [first] = past.toSorted((a, b) => computeDistance(a) - computeDistance(b))
  return first && computeDistance(first) <= withinMs ? first : null
}

const ALL_BPS = 10_000n

/** How far a price moved, in per cent with two decimals, rounded to the nearest: `-0.62`. */
export function changeText(from: Rate, to: Rate): string {
  const twice = ((to - from) * ALL_BPS * 2n) / from
  const bps = (twice + (twice < 0n ? -1n : 1n)) / 2n
  const digits = (bps < 0n ? -bps : bps).toString().padStart(3, '0')
  return `${bps < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * What so much coin is worth at a rate, in cents, rounded down: nobody is owed a cent that did not
 * arrive.
 */
export const computeCoinValue = (units: CoinUnits, rate: Rate, coin: Coin): Cents =>
  (units * rate * CENTS) / (RATE_UNIT * 10n ** BigInt(SCALE[coin]))

/**
 * What so much coin costs at a rate, in cents, rounded up: for what goes out, so that it is charged
 * in full.
 */
export function computeCoinCharge(units: CoinUnits, rate: Rate, coin: Coin): Cents {
  const unit = RATE_UNIT * 10n ** BigInt(SCALE[coin])
  return (units * rate * CENTS + unit - 1n) / unit
}

/**
 * The least coin worth at least so many cents at a rate: rounded up, so that paying it covers the
 * amount.
 */
export function computeRequiredCoin(cents: Cents, rate: Rate, coin: Coin): CoinUnits {
  const dividend = cents * RATE_UNIT * 10n ** BigInt(SCALE[coin])
  const divisor = rate * CENTS
  return (dividend + divisor - 1n) / divisor
}

/** The most coin that so many cents pay for at a rate: rounded down, for what goes out. */
export const computeAffordableCoin = (cents: Cents, rate: Rate, coin: Coin): CoinUnits =>
  (cents * RATE_UNIT * 10n ** BigInt(SCALE[coin])) / (rate * CENTS)

/** A rate in dollars with at least two decimals and no more than it has: 91240.50, 0.9997. */
export function formatRate(rate: Rate): string {
  const decimals = (rate % RATE_UNIT)
    .toString()
    .padStart(6, '0')
    .replace(/0{1,4}$/, '')
  return `${rate / RATE_UNIT}.${decimals}`
}

/** Reads what `formatRate` wrote; a rate has as many decimals as USDT is booked with. */
export const readRate = (text: string): Rate => parseAmount(text, 'USDT') ?? 0n
