import { createIntegerGenerator } from '../engine-random.ts'
import { Oracle } from './oracle.ts'
import { NEWEST, OFTEN, STAFF_CALLS, sendStaffCall } from './staff-calls.ts'
import { decideBySql, MATTERS, runStatement } from './statements.ts'
import { beginSequence, type Cast, type Numbers, readColumn, type World } from './world.ts'
import { runWorldEvent, WORLD_EVENTS } from './world-events.ts'

/** A step of a rogue or of the world: what, by which of the two, and what numbers pick. */
export type Step = { what: string; by: 0 | 1; n: Numbers }

const SQL = 'SQL '
const DECIDE = `${SQL}decide`
const DECIDE_OFTEN = 8
const repeat = (name: string, count: number) => Array.from({ length: count }, () => name)
const WHEEL = [
  ...Object.keys(STAFF_CALLS).flatMap((call) => repeat(call, OFTEN[call] ?? 1)),
  ...Object.entries(MATTERS).flatMap(([kind, { often }]) => repeat(`${SQL}${kind}`, often)),
  ...repeat(DECIDE, DECIDE_OFTEN),
  ...Object.entries(WORLD_EVENTS).flatMap(([event, often]) => repeat(event, often)),
]

/** So many steps that depend on the seed alone, of all kinds or of some. */
export function generateSequence(
  seed: number,
  count: number,
  { rogues }: Cast,
  kinds: readonly string[] = WHEEL,
): Step[] {
  const random = createIntegerGenerator(seed)
  return Array.from({ length: count }, () => {
    const what = kinds[random() % kinds.length] ?? 'hours pass'
    const by = (rogues === 2 ? random() % 2 : 0) as 0 | 1
    return { what, by, n: [random() % 10_007, random() % 10_007, random() % 10_007] }
  })
}

/** Something happened that must not: after which steps, and what. */
export class Breach extends Error {
  readonly steps: readonly Step[]
  constructor(steps: readonly Step[], violations: readonly string[]) {
    super(violations.join('\n'))
    this.steps = steps
  }
}

/** How often each kind of step had which outcome: `done`, `nothing`, or why it was refused. */
export type Counts = Map<string, Map<string, number>>

function count(counts: Counts, what: string, outcome: string) {
  const outcomes = counts.get(what) ?? new Map<string, number>()
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  counts.set(what, outcomes)
}

/** Takes the steps of a sequence, and throws `Breach` after one that did what it must not. */
export async function runSequence(
  world: World,
  cast: Cast,
  steps: readonly Step[],
  counts: Counts,
) {
  await beginSequence(world, cast)
  const oracle = new Oracle(world, cast)
  await oracle.begin()

  for (const [index, step] of steps.entries()) {
    const outcome = await take(world, step)
    count(counts, step.what, outcome)
    // What was refused has changed nothing, and the end of a sequence shows what came of it all.
    if (!WENT_THROUGH.includes(outcome) && index < steps.length - 1) continue

    const violations = await oracle.findViolations()
    if (violations.length > 0) throw new Breach(steps.slice(0, index + 1), violations)
  }
}

const WENT_THROUGH = ['done', 'waits']

/** Takes one step, and returns its outcome: a refusal is what most of them get. */
async function take(world: World, { what, by, n }: Step): Promise<string> {
  const rogue = world.rogues[by]
  if (what in WORLD_EVENTS) return await settle(runWorldEvent(world, what, n))
  if (what === DECIDE) return await settle(decideAny(world, by, n))
  if (what.startsWith(SQL))
    return await settle(runStatement(world, what.slice(SQL.length), n, rogue))

  return await sendStaffCall(world, what, n, rogue)
}

const settle = (step: Promise<unknown>): Promise<string> =>
  step.then(
    (value) => (value === null ? 'nothing' : 'done'),
    (error) => String(error.message),
  )

async function decideAny(world: World, by: 0 | 1, n: Numbers) {
  const ids = await readColumn(
    world,
    `select id from approvals.proposals where proposed_at >= $1 and decided_by is null
      order by sequence desc`,
    [world.since],
  )
  const id = ids[n[0] % Math.max(1, Math.min(NEWEST, ids.length))]
  if (id) await decideBySql(world, id, world.rogues[by], n[1])
}

/**
 * Takes a sequence. A breach is reported with its seed and with the fewest steps that were found, in
 * a limited time, to bring it about.
 */
export async function runOrReport(
  world: World,
  {
    cast,
    seed,
    steps,
    counts,
    ms,
  }: { cast: Cast; seed: number; steps: readonly Step[]; counts: Counts; ms: number },
) {
  try {
    await runSequence(world, cast, steps, counts)
  } catch (error) {
    if (!(error instanceof Breach)) throw error
    const { message, steps: few } = await shrink(world, cast, error, ms)
    const listed = few.map(
      ({ what, by, n }) => `  ${by === 1 ? 'second admin: ' : ''}${what} ${n.join(' ')}`,
    )
    const people = cast.rogues === 2 ? 'two admins, one new' : 'one admin'
    throw new Error(
      `SEED=${seed} (${cast.mode}, ${people}) does after ${error.steps.length} steps what needs two, ` +
        `and by ${few.length} of them:\n${listed.join('\n')}\n${message}`,
    )
  }
}

async function shrink(world: World, cast: Cast, breach: Breach, ms: number): Promise<Breach> {
  const until = performance.now() + ms
  let best = breach

  for (
    let size = Math.ceil(best.steps.length / 2);
    size > 0;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  )
    for (
      let from = best.steps.length - size;
      from > -size && performance.now() < until;
      from -= size
    ) {
      const start = Math.max(0, from)
      const fewer = best.steps.filter((_, index) => index < start || index >= start + size)
      const again = await runSequence(world, cast, fewer, new Map()).then(
        () => null,
        (error) => (error instanceof Breach ? error : null),
      )
      if (again) best = again
    }

  return best
}
