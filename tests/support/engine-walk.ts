import type { EngineAction, Kind, Step } from './engine-action.ts'
import { KINDS } from './engine-actions.ts'
import { EngineHarness } from './engine-harness.ts'
import { ModelRejection } from './engine-model-days.ts'
import { createIntegerGenerator } from './engine-random.ts'
import { pickScale } from './scale.ts'

const EXAMINED_EVERY = pickScale(60, 125)
const STEP_MS = 1_000
const SHRUNK = 60
/** Each kind as often as it weighs. */
const buildWheel = (kinds: Readonly<Record<string, Pick<Kind, 'ways' | 'weight'>>>) =>
  Object.entries(kinds).flatMap(([kind, { ways, weight }]) =>
    Array.from({ length: weight }, () => [kind, ways] as const),
  )

/** How often each kind of step was answered how: `invest ok`, `invest insufficient_funds`. */
export type AnswerCounts = Map<string, number>

/**
 * So many steps of the given kinds that depend on the seed alone; the plain way of each kind comes
 * up about half the time.
 */
export function generateSteps(
  seed: number,
  count: number,
  kinds: Readonly<Record<string, Pick<Kind, 'ways' | 'weight'>>> = KINDS,
): Step[] {
  const random = createIntegerGenerator(seed)
  const wheel = buildWheel(kinds)
  return Array.from({ length: count }, () => {
    const [kind, ways] = wheel[random() % wheel.length] ?? ['days', ['again']]
    const way = ways[random() % 2 === 0 ? 0 : random() % ways.length] ?? ''
    return { kind, way, n: [random(), random(), random()] as const }
  })
}

/** Changes the engine behind its back after each step. */
type Forge = (harness: EngineHarness) => void
/** Follows a walk from its beginning, and throws after a step where something else is wrong. */
type Follow = (harness: EngineHarness) => Promise<{ examine(): void }>

/** A walk that went wrong: where, and how. */
class WentWrong extends Error {
  readonly steps: readonly Step[]
  constructor(steps: readonly Step[], message: string) {
    super(message)
    this.steps = steps
  }
}

/**
 * What an engine and its model once differ in they go on differing in: a walk that compares rarely
 * misses nothing, it only learns later.
 */
type Options = { forge?: Forge | undefined; follow?: Follow | undefined; every?: number }

/**
 * Takes steps in a new installation, compares after every one, or every so many and at the end, and
 * answers how many there were; throws `WentWrong` with what came of them.
 */
export async function walk(
  seed: number,
  steps: readonly Step[],
  counts: AnswerCounts,
  { forge, follow, every = 1 }: Options = {},
) {
  const harness = await EngineHarness.open(seed)
  const history: string[] = []

  try {
    const followed = await follow?.(harness)

    for (const [at, step] of steps.entries()) {
      harness.app.clock.advance(STEP_MS)

      const deed = KINDS[step.kind]?.buildAction(harness, step.way, step.n)
      if (!deed) continue

      history.push(`${step.kind}/${step.way}: ${deed.description}`)

      try {
        count(counts, `${step.kind} ${await took(deed)}`)
        forge?.(harness)
        followed?.examine()
        const isLast = at === steps.length - 1
        if (at % every === every - 1 || isLast) await harness.compare(at)
        if (at % EXAMINED_EVERY === EXAMINED_EVERY - 1 || isLast) await harness.examine()
      } catch (error) {
        throw new WentWrong(
          steps.slice(0, at + 1),
          `${(error as Error).message}\n${history
            .slice(-SHRUNK)
            .map((line) => `  ${line}`)
            .join('\n')}`,
        )
      }
    }

    return history.length
  } finally {
    await harness.close()
  }
}

const count = (counts: AnswerCounts, what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)

/** Lets the engine answer, then the model; both must have said the same. */
async function took({ run, model }: EngineAction): Promise<string> {
  const [done, answer] = await run().then(
    (value) => [value, 'ok'] as const,
    (error) => [null, formatErrorCode(error)] as const,
  )
  const expected = runModel(() => model(done))
  if (answer !== expected) throw new Error(`the engine answered ${answer}, the model ${expected}`)

  return answer
}

const formatErrorCode = (error: { code?: string; status?: number; message: string }) =>
  error.status && error.code ? error.code : `a failure: ${error.code ?? ''} ${error.message}`

function runModel(step: () => void): string {
  try {
    step()
    return 'ok'
  } catch (error) {
    if (error instanceof ModelRejection) return error.code
    throw error
  }
}

/** On a slow machine too, though its time is over. */
const MIN_TRIES = 6

/**
 * The fewest steps found, in a limited time, that still go wrong: pieces are left out as long as it
 * does.
 */
async function shrunk(
  seed: number,
  wrong: WentWrong,
  ms: number,
  options: Options,
): Promise<WentWrong> {
  if (ms === 0) return wrong

  const until = performance.now() + ms
  let [best, tries] = [wrong, 0]

  for (
    let size = Math.ceil(best.steps.length / 2);
    size > 0;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  )
    for (
      let from = best.steps.length - size;
      from > -size && (tries < MIN_TRIES || performance.now() < until);
      from -= size
    ) {
      tries++

      const start = Math.max(0, from)
      const fewer = best.steps.filter((_, index) => index < start || index >= start + size)
      const again = await walk(seed, fewer, new Map(), { ...options, every: 1 }).then(
        () => null,
        (error) => (error instanceof WentWrong ? error : null),
      )

      if (again) best = again
    }

  return best
}

/**
 * Walks. A failure is reported with its seed, the fewest steps that were found to cause it, and
 * their result.
 */
export async function walkOrReport(
  seed: number,
  steps: readonly Step[],
  counts: AnswerCounts,
  { ms, ...options }: Options & { ms: number },
) {
  try {
    return await walk(seed, steps, counts, options)
  } catch (error) {
    if (!(error instanceof WentWrong)) throw error
    const { message, steps: few } = await shrunk(seed, error, ms, options)
    const listed = few.map(({ kind, way, n }) => `${kind}/${way} ${n.join(' ')}`).join('; ')
    const fewer = few.length < error.steps.length ? `, and in ${few.length} of them: ${listed}` : ''
    throw new Error(`SEED=${seed} goes wrong after ${error.steps.length} steps${fewer}\n${message}`)
  }
}
