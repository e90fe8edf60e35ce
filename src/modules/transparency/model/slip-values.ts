/**
 * The values of slips. A balance is cut into at most one slip for its cents, its dollars, its
 * hundreds and its ten thousands of dollars, and decimal digits above.
 */
const PLACES = [
  { unit: 1, digits: 99 },
  { unit: 100, digits: 99 },
  { unit: 10_000, digits: 99 },
  { unit: 1_000_000, digits: 99 },
  { unit: 100_000_000, digits: 9 },
  { unit: 1_000_000_000, digits: 9 },
  { unit: 10_000_000_000, digits: 9 },
] as const
const LAST = PLACES.length - 1

/** The smallest number of slips of a value that is published. */
export const MIN_SLIPS = 5

/** The index of a place's first value. */
const OFFSETS = PLACES.map((_, place) =>
  PLACES.slice(0, place).reduce((sum, { digits }) => sum + digits, 0),
)
const getOffset = (place: number) => OFFSETS[place] ?? 0

/** Every value in cents, ascending; a slip is named by the index of its value here. */
export const SLIP_VALUES: readonly number[] = PLACES.flatMap(({ unit, digits }) =>
  Array.from({ length: digits }, (_, at) => (at + 1) * unit),
)

/** Calls back with the index of each slip that an amount of cents is cut into. */
export function cutCents(whole: number, each: (index: number) => void): void {
  let rest = whole
  for (let place = 0; place < LAST && rest > 0; place++) {
    const base = place < 4 ? 100 : 10
    const next = Math.floor(rest / base)
    const digit = rest - next * base // exact, and in less time than %
    if (digit > 0) each(getOffset(place) + digit - 1)
    rest = next
  }
  for (; rest > 0; rest -= 9) each(getOffset(LAST) + Math.min(9, rest) - 1)
}

/** Several slips of one value. */
export type Pieces = readonly [index: number, count: number][]

/** Returns the halves that a slip of a value is cut into; null for one cent. */
function divideValue(index: number): Pieces | null {
  const place = OFFSETS.findLastIndex((offset) => offset <= index)
  const offset = getOffset(place)
  const digit = index - offset + 1
  const toIndex = (of: number) => offset + of - 1

  if (digit === 1)
    return place === 0 ? null : [[getOffset(place - 1) + (place <= 4 ? 50 : 5) - 1, 2]]
  if (digit % 2 === 0) return [[toIndex(digit / 2), 2]]

  return [
    [toIndex((digit + 1) / 2), 1],
    [toIndex((digit - 1) / 2), 1],
  ]
}

/**
 * Returns what a slip of a value is published as, by the number of published slips of each value: a
 * value without any was cut. Halves meet again and again; `known` has those found before.
 */
export function expandValue(
  index: number,
  counts: readonly number[],
  known = new Map<number, Pieces>(),
): Pieces {
  if ((counts[index] ?? 0) > 0) return [[index, 1]]

  const found = known.get(index)
  if (found) return found

  const sums = new Map<number, number>()
  for (const [piece, times] of divideValue(index) ?? [])
    for (const [end, count] of expandValue(piece, counts, known))
      sums.set(end, (sums.get(end) ?? 0) + count * times)
  const pieces = [...sums]
  known.set(index, pieces)

  return pieces
}

/**
 * Plans how many slips of each value are published, from the number that balances are cut into. A
 * value is cut further until there are at least five slips of it or none, from the largest value
 * down. A total below five cents is published as it is.
 */
export function planSlips(counts: readonly number[]): number[] {
  const forced = new Set<number>()
  for (;;) {
    const published = cutFurther(counts, forced)
    const cents = published[0] ?? 0
    if (cents === 0 || cents >= MIN_SLIPS) return published

    const next = published.findIndex((count, index) => index > 0 && count > 0)
    if (next < 0) return published
    forced.add(next)
  }
}

function cutFurther(counts: readonly number[], forced: ReadonlySet<number>): number[] {
  const published = [...counts]
  for (let index = published.length - 1; index > 0; index--) {
    const count = published[index] ?? 0
    if (count === 0 || (count >= MIN_SLIPS && !forced.has(index))) continue

    published[index] = 0
    for (const [piece, times] of divideValue(index) ?? [])
      published[piece] = (published[piece] ?? 0) + count * times
  }

  return published
}
