import { describe, expect, test, vi } from 'vitest'
import type { Step } from '../support/engine-action.ts'
import type { EngineHarness } from '../support/engine-harness.ts'
import { OPENING, parseSteps } from '../support/engine-history.ts'
import { type AnswerCounts, generateSteps, walkOrReport } from '../support/engine-walk.ts'
import { FairShares } from '../support/fair-shares.ts'
import { pickSteps, SEED } from '../support/scale.ts'

/** Ids out of the seed: who comes first where cents are shared out follows from them. */
vi.mock('#lib/ids.ts', async () => ({
  createId: (await import('../support/engine-random.ts')).createSeededId,
}))

const OPERATIONS = pickSteps(500, 20_000)
const STEPS_A_WALK = 225
const COMPARED_EVERY = 15
const SHRINKING_MS = 600_000
const HOUR_MS = 3_600_000

/** What changes shares, more often than the rest; requests that take from positions above all. */
const WEIGHTS: Record<string, [weight: number, ...ways: string[]]> = {
  quote: [8, 'fits'],
  observe: [8, 'fits'],
  confirm: [8, 'fits', 'more'],
  invest: [16, 'fits'],
  choose: [4, 'fits'],
  giveRedemptionNotice: [8, 'fits', 'all'],
  takeBack: [3, 'fits'],
  withdraw: [34, 'deep', 'picked', 'several', 'all', 'cash'],
  cancel: [22, 'fits'],
  approve: [8, 'ines', 'ruth'],
  reject: [12, 'fits'],
  pay: [3, 'fits'],
  income: [8, 'plenty', 'short'],
  loss: [22, 'assets', 'USD', 'USDT'],
  decide: [36, 'yes'],
  capital: [8, 'own', 'placed'],
  days: [24, 'few', 'one', 'again', 'few', 'month'],
  publish: [2, 'new', 'other'],
  close: [1, 'fits'],
}
const SHARE_KINDS = Object.fromEntries(
  Object.entries(WEIGHTS).map(([kind, [weight, ...ways]]) => [kind, { weight, ways }]),
)

const REQUEST_THEN_LOSS = parseSteps(`
  capital/own 0 0 390000; invest/fits 3 0 12000
  withdraw/deep 0 0 60000; loss/USD 0 0 9000; decide/yes -1; days/one; cancel/fits -1
`)
const REQUESTS_IN_ALL_CASES = parseSteps(`
  withdraw/deep 1 0 60000; approve/ines -1; days/one; reject/fits -1
  withdraw/deep 1 0 70000; close/fits 0 2 0; days/one; cancel/fits -1
  withdraw/deep 3 0 40000; days/month; cancel/fits -1
`)

const reached = new Map<string, number>()
const answers: AnswerCounts = new Map()

const follow = async ({ model }: EngineHarness) =>
  new FairShares(model, (event) => reached.set(event, (reached.get(event) ?? 0) + 1))

const run = (seed: number, steps: readonly Step[]) =>
  walkOrReport(seed, [...OPENING, ...steps], answers, {
    follow,
    every: COMPARED_EVERY,
    ms: SHRINKING_MS,
  })

test('a cancelled or rejected request gives back what the contract says, in each of its cases', async () => {
  reached.clear()
  await run(1, [...REQUEST_THEN_LOSS, ...REQUESTS_IN_ALL_CASES])
  expect([...reached.keys()].sort()).toEqual([
    'after a loss',
    'after closing',
    'after the term',
    'loss',
    'restored',
  ])
}, 120_000)

test(
  'no member gains from requesting and cancelling, and losses fall on those in the plan, to the cent',
  async () => {
    const first = SEED ?? Math.floor(Math.random() * 2 ** 31)
    const begun = performance.now()
    let [operations, walks] = [0, 0]
    reached.clear()

    for (; operations < OPERATIONS; walks++)
      operations += await run(
        first + walks,
        generateSteps(first + walks, STEPS_A_WALK, SHARE_KINDS),
      )

    console.log(
      `  fair shares: ${operations} operations in ${walks} walks, SEED=${first}, ` +
        `${Math.round((performance.now() - begun) / 1000)} s: ` +
        JSON.stringify(Object.fromEntries([...reached].sort())),
    )
    expect(reached.get('restored') ?? 0).toBeGreaterThan(0)
    expect(reached.get('loss') ?? 0).toBeGreaterThan(0)
  },
  24 * HOUR_MS,
)

describe('a release that restores a position after a loss is found (control)', () => {
  const ALWAYS_RESTORED = `create or replace function public.stays_cash_because(
      part_position text, part_withdrawal text, redeemed_on date, on_day date)
    returns text language sql stable as $$ select null::text $$`
  const steps = [...OPENING, ...REQUEST_THEN_LOSS]

  test('by the model that follows the engine', async () => {
    const altered = async (harness: EngineHarness) => {
      await harness.alter(ALWAYS_RESTORED)
      return await follow(harness)
    }
    const outcome = walkOrReport(1, steps, new Map(), { follow: altered, ms: 0 })
    await expect(outcome).rejects.toThrow('sub-accounts, pools or positions differ')
  }, 180_000)

  test('by what it is worth, where the model does the same', async () => {
    const altered = async (harness: EngineHarness) => {
      await harness.alter(ALWAYS_RESTORED)
      harness.model.giveBack = function (position, amount, taken) {
        position.centDays += amount * BigInt(this.day - taken.day)
        position.left += amount
        position.status = 'open'
        const subAccounts = this.getSubAccounts(position.memberId)
        subAccounts.cash -= amount
        subAccounts.principal += amount
      }
      return await follow(harness)
    }
    const outcome = walkOrReport(1, steps, new Map(), { follow: altered, ms: 0 })
    await expect(outcome).rejects.toThrow('a member gains')
  }, 180_000)
})
