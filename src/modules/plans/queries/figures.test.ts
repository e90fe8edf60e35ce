import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestMember } from '#modules/identity/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { settleDays } from '../commands/settle-days.ts'
import type { PlanVersion } from '../model.ts'
import { listPlanFigures, listWorstMonths } from '../queries.ts'
import { createIncome, createPosition, createPublishedPlan } from '../testing.ts'

let testApp: TestApp
let plan: PlanVersion

/** A plan with $1,000 since 10 June, $1,000 more since 16 August, and income in June alone. */
beforeAll(async () => {
  testApp = await createTestApp({ at: '2026-06-10T12:00:00Z' })
  plan = await createPublishedPlan(testApp.app, { termDays: 180 })
  await invest()
  testApp.app.clock.set('2026-06-30T12:00:00Z')
  await createIncome(testApp.app, { planId: plan.planId, cents: 2_000n })
  testApp.app.clock.set('2026-08-15T12:00:00Z')
  await settleDays(testApp.app)
  testApp.app.clock.set('2026-08-16T12:00:00Z')
  await invest()
  testApp.app.clock.set('2026-09-05T12:00:00Z')
  await settleDays(testApp.app)
})
afterAll(() => testApp.close())

async function invest() {
  const { member } = await createTestMember(testApp.app)
  await createPosition(testApp.app, {
    memberId: member.id,
    version: plan,
    principal: 100_000n,
    atMaturity: 'to_balance',
  })
}
const listMonths = async () => (await listPlanFigures(testApp.app.db, plan.planId))[0]?.months

test('each full month with capital is listed, without income as zero, by the capital of its days', async () => {
  expect(await listMonths()).toEqual([
    { month: '2026-06', income: 2_000n, loss: 0n, capital: 100_000n, rateBps: 200 },
    { month: '2026-07', income: 0n, loss: 0n, capital: 100_000n, rateBps: 0 },
    { month: '2026-08', income: 0n, loss: 0n, capital: 151_612n, rateBps: 0 },
  ])
})

test('the worst month of a plan without a loss is its first month without income', async () => {
  const worst = (await listWorstMonths(testApp.app.db)).get(plan.planId)
  expect(worst).toMatchObject({ month: '2026-07', rateBps: 0 })
})

test('the current month counts once it has a result', async () => {
  await createIncome(testApp.app, { planId: plan.planId, cents: 3_000n })
  expect((await listMonths())?.at(-1)).toEqual({
    month: '2026-09',
    income: 3_000n,
    loss: 0n,
    capital: 200_000n,
    rateBps: 150,
  })
})
