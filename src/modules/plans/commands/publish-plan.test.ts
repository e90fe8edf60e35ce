import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { setSetting } from '#modules/settings/steps/set-setting.ts'
import { createFixedClock } from '#platform/clock.ts'
import { createLocalEvents } from '#platform/events/events.ts'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts'
import { readConfig } from '../../../config.ts'
import type { PlanOfferInput } from '../model.ts'
import { getPlanOnOffer, getPlanVersion, listPublishedPlans } from '../queries.ts'
import { seedPlans } from '../seed.ts'
import { buildPlanInput, createPublishedPlan, createStaff } from '../testing.ts'
import { proposePlan } from './propose-plan.ts'
import { publishPlan } from './publish-plan.ts'

const TODAY = '2026-11-20'
const TOMORROW = addDays(TODAY, 1)
const ines = createStaff('ines', 'finance')
const ruth = createStaff('ruth', 'owner')
/** 5% over a year: nothing out of the ordinary. */
const ORDINARY = { targetBps: 500, termDays: 365 }

let database: TestDatabase
const app = (day = TODAY) => ({
  db: database.db,
  clock: createFixedClock(`${day}T12:00:00Z`),
  config: readConfig({}),
  events: createLocalEvents(),
})
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const propose = (rest: Partial<PlanOfferInput>) =>
  proposePlan(app(), ines, buildPlanInput(TODAY, rest))

test('who proposed an ordinary plan may publish it, once', async () => {
  const proposed = await propose({ name: 'STEADY', ...ORDINARY })
  const published = await publishPlan(app(), ines, proposed)
  expect(published).toMatchObject({
    id: proposed.versionId,
    extraordinary: false,
    effectiveFrom: TODAY,
  })

  await expect(publishPlan(app(), ruth, proposed)).rejects.toMatchObject({
    code: 'already_published',
  })
})

test('a target out of the ordinary needs another admin, in the database too', async () => {
  const proposed = await propose({ name: 'BOLD' })
  await expect(publishPlan(app(), ines, proposed)).rejects.toMatchObject({
    code: 'second_admin_needed',
    status: 403,
  })
  expect((await publishPlan(app(), ruth, proposed)).extraordinary).toBe(true)

  const { versionId } = await propose({ name: 'BOLDER' })
  const publish =
    'update plan_version set published_by = proposed_by, published_at = proposed_at where id = $1'
  await expect(database.owner.query(publish, [versionId])).rejects.toThrow(/check constraint/)

  const hide = 'update plan_version set extraordinary = false where id = $1'
  await expect(database.owner.query(hide, [versionId])).rejects.toThrow(/check constraint/)
})

test('an admin who is too new does not publish the extraordinary target of another, in the database too', async () => {
  const own = await testDatabase()
  const config = { ...readConfig({}), MODE: 'live' as const }
  const live = { ...app(), db: own.db, config }
  const input = buildPlanInput(TODAY, { name: 'BOLD', sample: false })
  const { versionId } = await proposePlan(live, ines, input)
  const newOwner = { ...ruth, decidesSince: new Date(`${TODAY}T11:00:00Z`) }
  await expect(publishPlan(live, newOwner, { versionId })).rejects.toMatchObject({
    code: 'new_decider',
  })

  await own.owner.query('select approvals.set_live()')
  await expect(publishPlan(live, ruth, { versionId })).rejects.toMatchObject({ code: 'AP006' })
  await own.close()
})

test('a version is a draft until it is published, and does not change after', async () => {
  const { id } = await createPublishedPlan(app(), { name: 'KNOWN', ...ORDINARY })
  const move = "update plan_version set effective_from = '2030-01-01' where id = $1"
  await expect(database.owner.query(move, [id])).rejects.toThrow('does not change')

  const copy = `insert into plan_version
    select (jsonb_populate_record(v, '{"id": "plv_x", "number": 2}')).*
    from plan_version v where id = $1`
  await expect(database.owner.query(copy, [id])).rejects.toThrow('begins as a draft')
})

test('a lower threshold counts for what was proposed before it', async () => {
  const proposed = await propose({ name: 'CAREFUL', ...ORDINARY })
  expect(proposed.extraordinary).toBe(false)

  await database.db
    .transaction()
    .execute((tx) =>
      setSetting(
        tx,
        'plans',
        { targetWarningBps: 400 },
        { by: 'ruth', at: new Date('2026-11-20T12:00:00Z') },
      ),
    )

  await expect(publishPlan(app(), ines, proposed)).rejects.toMatchObject({
    code: 'second_admin_needed',
  })
  expect((await publishPlan(app(), ruth, proposed)).extraordinary).toBe(true)
})

test('a version is offered from its day and replaces the previous one, which stays readable', async () => {
  const first = await createPublishedPlan(app(), { name: 'GOLD' })
  const second = await createPublishedPlan(app(), {
    name: 'GOLD',
    targetBps: 4_000,
    effectiveFrom: TOMORROW,
  })

  const golds = async (day: string) =>
    (await listPublishedPlans(database.db, day))
      .filter(({ name }) => name === 'GOLD')
      .map(({ id }) => id)
  expect(await golds(TODAY)).toEqual([first.id])
  expect(await golds(TOMORROW)).toEqual([second.id])
  await expect(getPlanOnOffer(database.db, first.id, TOMORROW)).rejects.toMatchObject({
    status: 404,
  })
  expect(await getPlanVersion(database.db, first.id)).toEqual(first)
})

test('a version that waited beyond its day begins on the day it is published', async () => {
  const proposed = await propose({ name: 'LATE' })
  expect((await publishPlan(app(TOMORROW), ruth, proposed)).effectiveFrom).toBe(TOMORROW)
})

test('support publishes nothing, and what does not exist is not found', async () => {
  const proposed = await propose({ name: 'QUIET' })
  await expect(publishPlan(app(), createStaff('sam', 'support'), proposed)).rejects.toMatchObject({
    status: 403,
  })
  await expect(publishPlan(app(), ruth, { versionId: 'plv_none' })).rejects.toMatchObject({
    status: 404,
  })
  await expect(getPlanVersion(database.db, proposed.versionId)).rejects.toMatchObject({
    status: 404,
  })
})

test('the eight sample plans are on offer, marked as samples, with the warning and no promise', async () => {
  const emptyDatabase = await testDatabase()
  const sandbox = { ...app(), db: emptyDatabase.db }
  await seedPlans(sandbox, ines, ruth)

  const offered = await listPublishedPlans(emptyDatabase.db, TODAY)
  expect(offered).toHaveLength(8)

  for (const plan of offered) {
    expect(plan).toMatchObject({ sample: true, extraordinary: true })
    expect(plan.basis).toContain('sample figures, simulated money')
  }

  expect(
    offered
      .filter(({ family }) => family === 'crypto')
      .map(({ name, targetBps }) => [name, targetBps]),
  ).toEqual([
    ['BASIC', 5_000],
    ['SILVER', 30_000],
    ['GOLD', 40_000],
    ['PLATINUM', 15_000],
  ])

  await emptyDatabase.close()
})
