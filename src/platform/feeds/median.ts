import type { Rate } from '../prices.ts'

/** What one feed says now. */
export type Said = { source: string; rate: Rate; at: Date }

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
export function agreed(said: readonly Said[], { now, maxAgeMs, bandBps }: Agreement): Said | null {
  const bySource = new Map(said.filter(isFresh(now, maxAgeMs)).map((one) => [one.source, one]))
  const fresh = [...bySource.values()].sort((a, b) =>
    a.rate < b.rate ? -1 : a.rate > b.rate ? 1 : 0,
  )
  const [lowest, highest] = [fresh[0], fresh.at(-1)]
  if (!lowest || !highest || fresh.length < LEAST_FEEDS) return null

  const rate = medianOf(fresh.map((one) => one.rate))
  if ((highest.rate - lowest.rate) * ALL_BPS > bandBps * rate) return null

  const at = new Date(Math.min(...fresh.map((one) => one.at.getTime())))
  return { source: `Median of ${listed([...bySource.keys()])}`, rate, at }
}

const isFresh =
  (now: Date, maxAgeMs: number) =>
  ({ rate, at }: Said) => {
    const age = now.getTime() - at.getTime()
    return rate > 0n && age <= maxAgeMs && age >= -AHEAD_MS
  }

/** Of rates in order: the one in the middle, or what is half-way between the two there. */
function medianOf(rates: readonly Rate[]): Rate {
  const half = rates.length >> 1
  const upper = rates[half] as Rate
  return rates.length % 2 === 1 ? upper : ((rates[half - 1] as Rate) + upper) / 2n
}

const listed = (names: readonly string[]) => `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
