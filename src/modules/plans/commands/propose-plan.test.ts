import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBalances } from '#modules/ledger/queries.ts'
import { createFixedClock } from '#platform/clock.ts'
import { createLocalEvents } from '#platform/events/events.ts'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts'
import { readConfig } from '../../../config.ts'
import type { PlanOfferInput } from '../model.ts'
import { listPlansForStaff, listPublishedPlans } from '../queries.ts'
import { buildPlanInput, createStaff } from '../testing.ts'
import { proposePlan } from './propose-plan.ts'

const TODAY = '2026-11-20'
const ines = createStaff('ines', 'finance')

let database: TestDatabase
const app = (mode: 'sandbox' | 'live' = 'sandbox') => ({
  db: database.db,
  clock: createFixedClock(`${TODAY}T12:00:00Z`),
  config: { ...readConfig({}), MODE: mode },
  events: createLocalEvents(),
})
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const propose = (rest: Partial<PlanOfferInput> = {}) =>
  proposePlan(app(), ines, buildPlanInput(TODAY, rest))

test('a proposed version is not on offer, and its plan has ledger accounts', async () => {
  const proposed = await propose()
  expect(proposed).toMatchObject({ number: 1, extraordinary: true })
  expect(await listPublishedPlans(database.db, TODAY)).toEqual([])
  expect(await listPlansForStaff(database.db, TODAY)).toMatchObject([
    {
      name: 'BASIC',
      versions: [{ id: proposed.versionId, proposedBy: ines.id, targetBps: 5_000 }],
    },
  ])

  const accounts = [`plan:${proposed.planId}:income`, `plan:${proposed.planId}:assets`]
  expect(await getBalances(database.db, accounts)).toEqual([0n, 0n])
})

test('versions of one plan are numbered one after the other, also when they are proposed at once', async () => {
  const many = await Promise.all(Array.from({ length: 8 }, () => propose({ name: 'SILVER' })))
  expect(many.map(({ number }) => number).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(new Set(many.map(({ planId }) => planId)).size).toBe(1)
  expect((await propose({ name: 'SILVER', family: 'real_estate' })).number).toBe(1)
})

const IMPOSSIBLE: [string, Partial<PlanOfferInput>][] = [
  ['minAmount', { minAmount: 0n }],
  ['maxAmount', { maxAmount: 99_999n }],
  ['percentage', { targetBps: -1 }],
  ['percentage', { targetBps: 0.5 }],
  ['termDays', { termDays: 0 }],
  ['termDays', { termDays: 3_651 }],
  ['noticePeriodDays', { noticePeriodDays: -1 }],
  ['noticePeriodDays', { noticePeriodDays: 366 }],
  ['noticePeriodDays', { noticePeriodDays: 0.5 }],
  ['effectiveFrom', { effectiveFrom: '2026-11-19' }],
  ['name', { name: ' ' }],
  ['risk', { risk: 'x'.repeat(2_001) }],
]

test.each(IMPOSSIBLE)('what can not be is refused with its field: %s', async (field, rest) => {
  await expect(propose({ name: 'REFUSED', ...rest })).rejects.toMatchObject({
    code: 'invalid_plan',
    status: 422,
    field,
  })
})

test('all invalid fields are reported in one error, amounts included', async () => {
  const nothing = {
    minAmount: null,
    maxAmount: null,
    targetBps: -1,
    risk: ' ',
    name: 'A guaranteed one',
  }

  await expect(propose(nothing)).rejects.toMatchObject({
    code: 'validation',
    status: 400,
    errors: ['minAmount', 'maxAmount', 'percentage', 'name', 'risk'].map((field) => ({ field })),
  })
})

test('a text that promises a return is refused with the phrase, and nothing is stored', async () => {
  await expect(propose({ name: 'PROMISE', basis: 'A guaranteed return.' })).rejects.toMatchObject({
    code: 'promises_return',
    field: 'basis',
    message: expect.stringContaining('"guaranteed"'),
  })

  const stored = await database.owner.query("select from plan where name in ('PROMISE', 'REFUSED')")
  expect(stored.rowCount).toBe(0)
})

test('live has no sample plans, and roles below finance propose none', async () => {
  await expect(proposePlan(app('live'), ines, buildPlanInput(TODAY))).rejects.toMatchObject({
    field: 'sample',
  })
  await expect(
    proposePlan(app(), createStaff('sam', 'support'), buildPlanInput(TODAY)),
  ).rejects.toMatchObject({
    status: 403,
  })
})
