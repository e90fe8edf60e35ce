import type { EngineHarness } from './engine-harness.ts'

/**
 * One step of a person: what, in which way, and three numbers that pick who, what and how much.
 * Below zero they count from the end.
 */
export type Step = { kind: string; way: string; n: readonly [number, number, number] }

export type EngineAction = {
  /** In words, for who reads what led to a difference. */
  description: string
  run(): Promise<unknown>
  /** The same for the model, with what the engine answered, or null where it refused. */
  model(done: unknown): void
}

/** The engine's command and the model's for a step; null when there is nothing to do it with. */
export type ActionBuilder = (
  harness: EngineHarness,
  way: string,
  n: Step['n'],
) => EngineAction | null

/** How something is done, the plain way first, and how often it comes up. */
export type Kind = { buildAction: ActionBuilder; ways: readonly string[]; weight: number }

export const createAction = <Result>(
  description: string,
  run: () => Promise<Result>,
  model: (done: Result | null) => void,
): EngineAction => ({ description, run, model: model as EngineAction['model'] })

export const nth = <Item>(list: readonly Item[], n: number): Item | undefined =>
  list.at(n < 0 ? n : n % Math.max(1, list.length))

/** An amount between two, both included; the minimum where there is no room. */
export const pickInRange = (min: bigint, max: bigint, n: number): bigint =>
  max <= min ? min : min + (BigInt(Math.abs(n)) % (max - min + 1n))

const decimal = (units: bigint, digits: number) => {
  const text = units.toString().padStart(digits + 1, '0')
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`
}
export const dollars = (cents: bigint) => decimal(cents, 2)
export const coins = (units: bigint) => decimal(units, 6)
