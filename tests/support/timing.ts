/**
 * How well the times of one kind of request can be distinguished from those of another: the area
 * under the curve. A half is not at all, 0 and 1 are always.
 */
export function areaUnderCurve(some: readonly number[], others: readonly number[]): number {
  let sum = 0
  for (const one of some)
    for (const other of others) sum += one > other ? 1 : one === other ? 0.5 : 0
  return sum / (some.length * others.length)
}

export type Pair = { known: number; unknown: number }

/**
 * Measures two requests side by side, so that whatever else the machine does falls on both, in an
 * order by chance.
 */
export async function measurePair(
  known: () => Promise<unknown>,
  unknown: () => Promise<unknown>,
): Promise<Pair> {
  const took = async (ask: () => Promise<unknown>) => {
    const started = performance.now()
    await ask()
    return performance.now() - started
  }
  if (Math.random() < 0.5) return { known: await took(known), unknown: await took(unknown) }

  const unknownTook = await took(unknown)
  return { known: await took(known), unknown: unknownTook }
}
