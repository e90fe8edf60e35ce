import { HOUR_MS, toUtcDay } from '#lib/dates.ts'
import type { Candle, Point, Rate } from './prices.ts'

/**
 * Returns the rate at a past instant: the last point within the hour before it, else the close of
 * its day; null where neither is known.
 */
export function findPastRate(
  at: Date,
  points: readonly Point[],
  candles: readonly Candle[],
): Rate | null {
  const point = points.findLast((one) => one.at <= at && at.getTime() - one.at.getTime() <= HOUR_MS)
  const candle = candles.find(({ day }) => day === toUtcDay(at))

  return point?.rate ?? candle?.close ?? null
}
