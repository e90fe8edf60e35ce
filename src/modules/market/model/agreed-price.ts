import type { Rate } from './prices.ts'

/** What one feed says now. */
export type SourceQuote = { source: string; rate: Rate; at: Date }

type Agreement = {
  now: Date
  /** What is older says nothing about now. */
  maxAgeMs: number
  /** How far feeds may be apart, in hundredths of a per cent of the median. */
  bandBps: bigint
}

/** A feed whose clock is this far ahead can't be judged by its time. */
const AHEAD_MS = 60_000
const LEAST_FEEDS = 2
const ALL_BPS = 10_000n

/**
 * The price that several feeds agree on: the median of those that are fresh, each counted once,
 * rounded down to a millionth of a dollar; its time is the oldest of theirs. Null when fewer than
 * two are fresh, or they are further apart than the band.
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
  if (!lowest || !highest || recent.length < LEAST_FEEDS) return null

  const rate = computeMedian(recent.map((one) => one.rate))
  if ((highest.rate - lowest.rate) * ALL_BPS > bandBps * rate) return null

  const at = new Date(Math.min(...recent.map((one) => one.at.getTime())))
  return { source: `Median of ${joinNames([...bySource.keys()])}`, rate, at }
}

const isRecent =
  (now: Date, maxAgeMs: number) =>
  ({ rate, at }: SourceQuote) => {
    const age = now.getTime() - at.getTime()
    return rate > 0n && age <= maxAgeMs && age >= -AHEAD_MS
  }

/** Of rates in order: the one in the middle, or what is half-way between the two there. */
function computeMedian(rates: readonly Rate[]): Rate {
  const half = rates.length >> 1
  const upper = rates[half] as Rate
  return rates.length % 2 === 1 ? upper : ((rates[half - 1] as Rate) + upper) / 2n
}

const joinNames = (names: readonly string[]) =>
  `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
