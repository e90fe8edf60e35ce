/** US dollars for one whole coin, times 10^6; the same as the feed's. */
export type Rate = bigint

const RATE_UNIT = 1_000_000n

/** Older than this a price says nothing about now, and nobody may be bound to it. */
export const STALE_AFTER_MS = 5 * 60_000

export const isStale = (pricedAt: Date, now: Date) => now.getTime() - pricedAt.getTime() > STALE_AFTER_MS

/** A rate in dollars with at least two decimals and no more than it has: 91240.50, 0.9997. */
export function rateText(rate: Rate): string {
  const decimals = (rate % RATE_UNIT)
    .toString()
    .padStart(6, '0')
    .replace(/0{1,4}$/, '')
  return `${rate / RATE_UNIT}.${decimals}`
}
