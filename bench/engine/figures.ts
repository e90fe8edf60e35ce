type Figure = {
  name: string
  value: number
  unit: string
  baseline: number | null
  ratio: number | null
}

const round = (value: number) => Number(value.toPrecision(3))

/**
 * A JSON line. `ratio` is the median of the ratios within each round: on a shared machine it means
 * more than a rate.
 */
export function print(
  name: string,
  value: number,
  unit: string,
  beside: BaselineComparison | null = null,
): void {
  console.log(
    JSON.stringify({
      name,
      value: round(value),
      unit,
      baseline: beside && round(beside.baseline),
      ratio: beside && round(beside.ratio),
    } satisfies Figure),
  )
}

type BaselineComparison = { baseline: number; ratio: number }

/** A figure and its baseline, each measured once in every round. */
export function compare(
  name: string,
  unit: string,
  values: readonly number[],
  baselines: readonly number[],
): void {
  const ratios = values.map((value, index) => value / (baselines[index] ?? Number.NaN))
  print(name, median(values), unit, { baseline: median(baselines), ratio: median(ratios) })
}

/** Milliseconds. */
export async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0

/**
 * Runs each of several things once a round, in turned order, so that what passes over the machine
 * hits all of them.
 */
export async function inRounds<What extends string>(
  rounds: number,
  things: Record<What, () => Promise<unknown>>,
): Promise<Record<What, number[]>> {
  const names = Object.keys(things) as What[]
  const timings = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<
    What,
    number[]
  >

  for (let turn = 0; turn < rounds; turn++)
    for (const index of names.keys()) {
      const name = names[(index + turn) % names.length] as What
      timings[name].push(await measureMs(things[name]))
    }

  return timings
}

export const sizeText = (size: number) => size.toLocaleString('en-US')
