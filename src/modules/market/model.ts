export { listFeedProblems, listSimulatedFeeds } from './model/feed-problems.ts'
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

const RATE_DECIMALS = 6
const RATE_UNIT = 1_000_000n
const CENTS = 100n

/** A price that is older than this can't be part of a quote. */
const STALE_AFTER_MS = 5 * 60_000

export const isStale = (pricedAt: Date, now: Date) =>
  now.getTime() - pricedAt.getTime() > STALE_AFTER_MS

/** Returns the price nearest to a moment and within `withinMs` of it, or null. */
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

/** Formats a change in per cent with two decimals, rounded half away from zero: `-0.62`. */
export function formatChange(from: Rate, to: Rate): string {
  const twice = ((to - from) * ALL_BPS * 2n) / from
  const bps = (twice + (twice < 0n ? -1n : 1n)) / 2n
  const digits = (bps < 0n ? -bps : bps).toString().padStart(3, '0')
  return `${bps < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Returns the value of coin units at a rate, in cents, rounded down: never more than arrived. */
export const computeCoinValue = (units: CoinUnits, rate: Rate, coin: Coin): Cents =>
  (units * rate * CENTS) / (RATE_UNIT * 10n ** BigInt(SCALE[coin]))

/**
 * Returns the cost of coin units at a rate, in cents, rounded up: outgoing coin is fully charged.
 */
export function computeCoinCharge(units: CoinUnits, rate: Rate, coin: Coin): Cents {
  const unit = RATE_UNIT * 10n ** BigInt(SCALE[coin])
  return (units * rate * CENTS + unit - 1n) / unit
}

/** Returns the minimum coin units worth `cents` at a rate: rounded up, so they cover the amount. */
export function computeRequiredCoin(cents: Cents, rate: Rate, coin: Coin): CoinUnits {
  const dividend = cents * RATE_UNIT * 10n ** BigInt(SCALE[coin])
  const divisor = rate * CENTS
  return (dividend + divisor - 1n) / divisor
}

/** Returns the maximum coin units that `cents` pay for at a rate: rounded down. */
export const computeAffordableCoin = (cents: Cents, rate: Rate, coin: Coin): CoinUnits =>
  (cents * RATE_UNIT * 10n ** BigInt(SCALE[coin])) / (rate * CENTS)

/** Formats a rate in dollars with two to six decimals: `91240.50`, `0.9997`. */
export function formatRate(rate: Rate): string {
  const decimals = (rate % RATE_UNIT)
    .toString()
    .padStart(6, '0')
    .replace(/0{1,4}$/, '')
  return `${rate / RATE_UNIT}.${decimals}`
}

/**
 * Formats a displayed price with a fixed number of decimals, rounded half up, so that the digits of
 * a column stay where they are: `1.1470`.
 */
export function formatPrice(rate: Rate, decimals: number): string {
  const step = 10n ** BigInt(RATE_DECIMALS - decimals)
  const digits = ((rate + step / 2n) / step).toString().padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Parses the text of `formatRate` or `formatPrice`; a rate has as many decimals as USDT. */
export const parseRate = (text: string): Rate => parseAmount(text, 'USDT') ?? 0n
