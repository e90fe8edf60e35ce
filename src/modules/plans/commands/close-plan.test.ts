import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createId } from '#lib/ids.ts'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { createFixedClock } from '#platform/clock.ts'
import { readBatch, toBatchQuery } from '#platform/db/read-batch.ts'
import { createLocalEvents } from '#platform/events/events.ts'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts'
import { readConfig } from '../../../config.ts'
import {
  getPlanVersion,
  listMemberPositions,
  listPlansForStaff,
  listPublishedPlans,
  selectLockedCreditPlan,
  takeCreditPlan,
} from '../queries.ts'
import { buildPlanInput, createPosition, createPublishedPlan, createStaff } from '../testing.ts'
import { closePlan } from './close-plan.ts'
import { proposePlan } from './propose-plan.ts'
import { publishPlan } from './publish-plan.ts'

const TODAY = '2026-11-20'
const ines = createStaff('ines', 'finance')
const ruth = createStaff('ruth', 'owner')
const REASON = 'The building behind the plan was sold.'

const WAITING = `select count(*)::int as count from pg_locks where locktype = 'advisory'
  and not granted
  and database = (select oid from pg_database where datname = current_database())`

let database: TestDatabase
const app = () => ({
  db: database.db,
  clock: createFixedClock(`${TODAY}T12:00:00Z`),
  config: readConfig({}),
  events: createLocalEvents(),
})
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test('a closed plan is not offered; its positions run on as agreed, and its version stays readable', async () => {
  const version = await createPublishedPlan(app(), { name: 'OLD' })
  const memberId = createId('mem')
  await createPosition(app(), { memberId, version, principal: 100_000n })

  const before = await listMemberPositions(database.db, memberId, '2026-12-10')
  await closePlan(app(), ines, { planId: version.planId, reason: ` ${REASON} ` })

  expect(await listPublishedPlans(database.db, TODAY)).toEqual([])
  expect(await listMemberPositions(database.db, memberId, '2026-12-10')).toEqual(before)
  expect(await getPlanVersion(database.db, version.id)).toEqual(version)

  const [event] = await listAuditEvents(database.db, { subjectId: version.planId })
  expect(event).toMatchObject({
    action: 'plan.closed',
    actor: { id: 'adm_ines' },
    details: { reason: REASON },
  })

  const [plan] = await listPlansForStaff(database.db, TODAY)
  expect(plan).toMatchObject({ state: 'closed', closedBy: 'adm_ines', closedBecause: REASON })
  expect(plan?.versions).toMatchObject([{ number: 1, onOffer: false, publishedBy: 'adm_ruth' }])
})

test('a plan that closes after a credit has begun to read it is read as closed', async () => {
  const version = await createPublishedPlan(app(), { name: 'RACE' })
  const wait: RawBuilder<{ waited: string }> = sql`select pg_advisory_xact_lock(7)::text as waited`

  const holder = await database.owner.connect()
  await holder.query('select pg_advisory_lock(7)')
  const reading = database.db.transaction().execute((tx) =>
    readBatch(tx, {
      wait: toBatchQuery(wait, {}),
      plan: selectLockedCreditPlan(tx, version.id),
    }),
  )

  await expect.poll(async () => (await database.owner.query(WAITING)).rows[0].count).toBe(1)
  await closePlan(app(), ines, { planId: version.planId, reason: REASON })
  await holder.query('select pg_advisory_unlock(7)')
  holder.release()

  expect(takeCreditPlan((await reading).plan).closed).toBe(true)
})

test('no version of a closed plan is proposed, and a draft is never published', async () => {
  const version = await createPublishedPlan(app(), { name: 'SOLD' })
  const draft = await proposePlan(app(), ines, buildPlanInput(TODAY, { name: 'SOLD' }))

  await closePlan(app(), ines, { planId: version.planId, reason: REASON })

  const refusal = {
    code: 'plan_closed',
    status: 409,
    message: expect.stringContaining('This plan is closed.'),
  }

  await expect(
    proposePlan(app(), ines, buildPlanInput(TODAY, { name: 'SOLD' })),
  ).rejects.toMatchObject(refusal)
  await expect(publishPlan(app(), ruth, draft)).rejects.toMatchObject(refusal)

  const other = buildPlanInput(TODAY, { name: 'SOLD', family: 'real_estate' })
  expect(await proposePlan(app(), ines, other)).toMatchObject({ number: 1 })
})

test('a plan is closed once, by finance or an owner, and with a reason', async () => {
  const { planId } = await createPublishedPlan(app(), { name: 'ONCE' })
  for (const reason of [undefined, ' ', 'x'.repeat(1_001)])
    await expect(
      closePlan(app(), ines, { planId, ...(reason && { reason }) }),
    ).rejects.toMatchObject({
      code: 'reason_needed',
      status: 400,
      field: 'reason',
    })

  await expect(
    closePlan(app(), createStaff('sam', 'support'), { planId, reason: REASON }),
  ).rejects.toMatchObject({
    code: 'role_missing',
    status: 403,
  })

  await expect(
    closePlan(app(), ines, { planId: 'pln_none', reason: REASON }),
  ).rejects.toMatchObject({
    status: 404,
  })

  const twice = await Promise.allSettled(
    [ines, ruth].map((admin) => closePlan(app(), admin, { planId, reason: REASON })),
  )
  expect(twice.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(closePlan(app(), ines, { planId, reason: REASON })).rejects.toMatchObject({
    code: 'already_closed',
    status: 409,
    message: 'This plan is already closed.',
  })
})

test('closing and proposing at once: what was proposed is never offered', async () => {
  for (let round = 0; round < 8; round++) {
    const { planId } = await createPublishedPlan(app(), { name: `RACE ${round}` })
    const [, proposed] = await Promise.allSettled([
      closePlan(app(), ines, { planId, reason: REASON }),
      proposePlan(app(), ines, buildPlanInput(TODAY, { name: `RACE ${round}` })),
    ])

    if (proposed.status === 'fulfilled')
      await expect(publishPlan(app(), ruth, proposed.value)).rejects.toMatchObject({
        code: 'plan_closed',
      })
    else expect(proposed.reason).toMatchObject({ code: 'plan_closed' })
  }
})

test('staff see drafts, what is on offer and what follows, the newest version first', async () => {
  const first = await createPublishedPlan(app(), { name: 'STEPS', noticePeriodDays: 30 })
  await createPublishedPlan(app(), { name: 'STEPS', effectiveFrom: '2026-12-01' })
  await proposePlan(app(), ines, buildPlanInput(TODAY, { name: 'STEPS' }))
  await proposePlan(app(), ines, buildPlanInput(TODAY, { name: 'IDEA' }))

  const plans = await listPlansForStaff(database.db, TODAY)
  expect(plans.find(({ id }) => id === first.planId)).toMatchObject({
    state: 'published',
    versions: [
      { number: 3, publishedAt: null, onOffer: false },
      { number: 2, onOffer: false, effectiveFrom: '2026-12-01' },
      { number: 1, onOffer: true, noticePeriodDays: 30 },
    ],
  })

  expect(plans.find(({ name }) => name === 'IDEA')).toMatchObject({ state: 'draft' })
})
