import type { Rate } from './prices.ts'

/** One feed's current price. */
export type SourceQuote = { source: string; rate: Rate; at: Date }

type Agreement = {
  now: Date
  /** Older prices are ignored. */
  maxAgeMs: number
  /** The maximum distance between feeds, in basis points of the median. */
  bandBps: bigint
}

/** A price further in the future than this is ignored: the feed's clock is wrong. */
const MAX_AHEAD_MS = 60_000
const MIN_FEEDS = 2
const ALL_BPS = 10_000n

/**
 * Returns the price that several feeds agree on: the median of the current ones, each counted once,
 * rounded down to a millionth of a dollar, with the oldest of their times. Null when fewer than two
 * are current, or when they are further apart than the band.
 */
export function computeAgreedPrice(
  quotes: readonly SourceQuote[],
  { now, maxAgeMs, bandBps }: Agreement,
): SourceQuote | null {
  const bySource = new Map(quotes.filter(isRecent(now, maxAgeMs)).map((one) => [one.source, one]))
  const recent = [...bySource.values()].sort((a, b) =>
    a.rate < b.rate ? -1 : a.rate > b.rate ? 1 : 0,
  )
  const [lowest, highest] = [recent[0], recent.at(-1)]
  if (!lowest || !highest || recent.length < MIN_FEEDS) return null

  const rate = computeMedian(recent.map((one) => one.rate))
  if ((highest.rate - lowest.rate) * ALL_BPS > bandBps * rate) return null

  const at = new Date(Math.min(...recent.map((one) => one.at.getTime())))
  return { source: `Median of ${joinNames([...bySource.keys()])}`, rate, at }
}

const isRecent =
  (now: Date, maxAgeMs: number) =>
  ({ rate, at }: SourceQuote) => {
    const age = now.getTime() - at.getTime()
    return rate > 0n && age <= maxAgeMs && age >= -MAX_AHEAD_MS
  }

/** Returns the median of sorted rates; of an even number, the mean of the middle two. */
function computeMedian(rates: readonly Rate[]): Rate {
  const half = rates.length >> 1
  const upper = rates[half] as Rate
  return rates.length % 2 === 1 ? upper : ((rates[half - 1] as Rate) + upper) / 2n
}

const joinNames = (names: readonly string[]) =>
  `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
