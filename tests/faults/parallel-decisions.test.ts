import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROPOSAL_EXECUTORS } from '#modules/backoffice/commands/decide-proposal.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { type Changes, createChangeTracker } from '../support/changes.ts'
import { listIntegrityProblems } from '../support/integrity-problems.ts'
import { createScenarioContext, type Scenario, type ScenarioContext } from '../support/scenario.ts'

const AT_ONCE = 4

const lists = import.meta.glob<Scenario[]>('../support/scenarios/*.ts', {
  eager: true,
  import: 'scenarios',
})
const decisions = Object.values(lists)
  .flat()
  .filter(({ decides }) => decides !== undefined)
  .sort((one, other) => Number(other.first ?? false) - Number(one.first ?? false))

let testApp: TestApp
let context: ScenarioContext
let changes: Changes
beforeAll(async () => {
  testApp = await createTestApp({ poolSize: 12 })
  context = await createScenarioContext(testApp)
  changes = await createChangeTracker(testApp.database.owner)
})
afterAll(() => testApp.close())

/** Approves a new proposal so many times at once, and returns what that changed and each answer. */
async function approve({ prepare }: Scenario, times: number) {
  const { run } = await prepare(context)
  const before = await changes.mark()
  const outcomes = await Promise.allSettled(Array.from({ length: times }, () => run(context.app)))
  const answers = outcomes.map((one) =>
    one.status === 'fulfilled' ? 'done' : String(one.reason.code),
  )
  return { effect: await changes.since(before), answers: answers.sort() }
}

for (const scenario of decisions)
  test(`a proposal: ${scenario.when}, by several admins at once, is carried out once`, async () => {
    await approve(scenario, 1) // the first of all makes queues and accounts
    const alone = await approve(scenario, 1)
    const together = await approve(scenario, AT_ONCE)
    await scenario.finish?.(context)

    expect(alone.answers).toEqual(['done'])
    expect(together.answers.filter((answer) => answer === 'done')).toEqual(['done'])
    expect(new Set(together.answers)).toEqual(new Set(['already_decided', 'done']))
    expect(together.effect).toEqual(alone.effect)
  }, 180_000)

test('each kind of proposal was raced for, and the ledger is right after it', async () => {
  const raced = new Set(decisions.map(({ decides }) => decides))
  const missing = Object.keys(PROPOSAL_EXECUTORS).filter((kind) => !raced.has(kind as never))
  expect(missing, 'a scenario in tests/support/scenarios names it in `decides`').toEqual([])
  expect(await listIntegrityProblems(testApp.database)).toEqual([])
})
