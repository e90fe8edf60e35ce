/**
 * Where figures stand on the screen. Floats do no harm here: what is read stands beside it as exact
 * text.
 */

const STEPS = [1, 2, 2.5, 5, 10]

/**
 * Round values from at most the lowest to at least the highest, about as many as wanted; zero is
 * always one of them.
 */
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

/** A round amount in few signs: `$2,500`, `$40k`, `$1.5m`. */
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

/** Puts a value of one span on another. */
export const scaleValue = (
  value: number,
  [from, to]: readonly [number, number],
  [start, end]: readonly [number, number],
) => (to === from ? end : start + ((value - from) / (to - from)) * (end - start))
