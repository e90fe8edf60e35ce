/**
 * Screen positions of amounts. Floats are exact enough here: the amounts are also shown as text.
 */

const STEPS = [1, 2, 2.5, 5, 10]

/** Returns about `targetCount` round values that span both ends; zero is always one of them. */
export function computeTicks(lowest: number, highest: number, targetCount = 3): number[] {
  const low = Math.min(0, lowest)
  const high = Math.max(0, highest)
  const rough = (high - low) / targetCount || 1
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = (STEPS.find((each) => each * power >= rough * 0.999_999) ?? 10) * power
  const first = Math.floor(low / step)
  const count = Math.ceil(high / step) - first

  return Array.from({ length: Math.max(count, 1) + 1 }, (_, at) => (first + at) * step)
}

/** Formats a round amount briefly: `$2,500`, `$40k`, `$1.5m`. */
export function tickText(value: number): string {
  const text = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    notation: Math.abs(value) >= 10_000 ? 'compact' : 'standard',
    maximumFractionDigits: Math.abs(value) >= 10_000 || Number.isInteger(value) ? 1 : 2,
    minimumFractionDigits: 0,
  }).format(value)

  return text.replace('-', '\u2212').replace('K', 'k').replace('M', 'm')
}

/** Maps a value from one range to another. */
export const scaleValue = (
  value: number,
  [from, to]: readonly [number, number],
  [start, end]: readonly [number, number],
) => (to === from ? end : start + ((value - from) / (to - from)) * (end - start))
