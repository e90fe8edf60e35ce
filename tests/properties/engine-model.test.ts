import { describe, expect, test, vi } from 'vitest'
import type { EngineHarness } from '../support/engine-harness.ts'
import { ANSWERS, EVENTS, EVERY_STEP, OPENING } from '../support/engine-history.ts'
import { type AnswerCounts, generateSteps, walk, walkOrReport } from '../support/engine-walk.ts'
import { DEEP, pickScale, SEED, STEPS } from '../support/scale.ts'

/** Ids out of the seed: who comes first where cents are shared out follows from them. */
vi.mock('#lib/ids.ts', async () => ({
  createId: (await import('../support/engine-random.ts')).createSeededId,
}))

const SECONDS = 3
const STEPS_A_WALK = pickScale(80, 250)
const COMPARED_EVERY = pickScale(1, 16)
const SHRINKING_MS = pickScale(8_000, 600_000)
const HOUR_MS = 3_600_000
const PROGRESS_EVERY = 25

const counts: AnswerCounts = new Map()
const formatCounts = () => JSON.stringify(Object.fromEntries([...counts].sort()))

test('each kind of step and each refusal agrees with the model, to the cent', async () => {
  const happened = new Set<string>()
  const forge = ({ model }: EngineHarness) => {
    for (const event of model.happened) happened.add(event)
  }
  // Its steps are fixed: nothing in them is left to chance.
  await walkOrReport(1, [...OPENING, ...EVERY_STEP], counts, { forge, ms: 0 })

  const answers = Object.entries(ANSWERS).flatMap(([kind, all]) =>
    all.split(' ').map((answer) => `${kind} ${answer}`),
  )
  expect([...counts.keys()].sort()).toEqual(answers.sort())
  expect([...happened].sort()).toEqual([...EVENTS].sort())
}, 240_000)

/**
 * So many walks at the least, however slow the machine is; then on until the time is over, or the
 * steps of a deep run are taken.
 */
const MIN_WALKS = 1
const isOver = (walks: number, steps: number, until: number) =>
  walks >= MIN_WALKS && (DEEP ? steps >= STEPS : performance.now() > until)

test(
  'random walks through the whole engine leave members, pools and ledger as in the model',
  async () => {
    const first = SEED ?? Math.floor(Math.random() * 2 ** 31)
    const begun = performance.now()
    let steps = 0
    let walks = 0
    const progress = () => {
      const rate = Math.round(steps / ((performance.now() - begun) / 1000))
      return (
        `  ${steps} steps of the engine beside its model, seeds ${first} to ` +
        `${first + walks - 1}, ${rate} a second`
      )
    }

    for (; !isOver(walks, steps, begun + SECONDS * 1000); walks++) {
      const random = generateSteps(first + walks, STEPS_A_WALK)
      steps += await walkOrReport(first + walks, [...OPENING, ...random], counts, {
        every: COMPARED_EVERY,
        ms: SHRINKING_MS,
      })
      if (DEEP && walks % PROGRESS_EVERY === PROGRESS_EVERY - 1) console.log(progress())
    }

    console.log(`${progress()}: ${formatCounts()}`)
  },
  pickScale(240_000, 48 * HOUR_MS),
)

describe('a model that is wrong is noticed (control)', () => {
  const delayChange = (count: number, change: (harness: EngineHarness) => void) => {
    let steps = 0
    return (harness: EngineHarness) => {
      if (++steps === count) change(harness)
    }
  }

  test.each<[string, (harness: EngineHarness) => void]>([
    [
      'a cent in a sub-account',
      ({ model }) => model.getSubAccounts([...model.members.keys()][0] ?? '').profit++,
    ],
    [
      'a cent in a plan',
      ({ model }) => void [...model.plans.values()].map((plan) => plan.income++),
    ],
    [
      'a cent in a position',
      ({ model }) => void [...model.positions.values()].map((one) => one.due++),
    ],
  ])(
    '%s',
    async (_, change) => {
      const wrong = walk(1, OPENING, new Map(), { forge: delayChange(12, change) })
      await expect(wrong).rejects.toThrow('sub-accounts, pools or positions differ')
    },
    180_000,
  )

  test('a difference is reported with its seed and with few of the steps', async () => {
    const forge = ({ model }: EngineHarness) => {
      for (const deposit of model.deposits.values())
        if (deposit.status === 'pending') model.getSubAccounts(deposit.memberId).cash++
    }
    const outcome = walkOrReport(1, OPENING, new Map(), { forge, ms: 4_000 })
    await expect(outcome).rejects.toThrow(
      /SEED=1 goes wrong after 9 steps, and in [4-8] of them: publish.*observe/s,
    )
  }, 120_000)
})
