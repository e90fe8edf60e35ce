import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#lib/dates.ts'
import type { Admin } from '#modules/identity/model.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { setSetting } from '#modules/settings/steps/set-setting.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { computeCampaignEnd, isEndingSoon } from '../model.ts'
import { findPublicCampaign } from '../queries.ts'
import { takeBudget } from '../steps/take-budget.ts'
import { buildCampaignInput, createPublishedCampaign } from '../testing.ts'
import { createCampaign } from './create-campaign.ts'
import { endCampaign } from './end-campaign.ts'
import { publishCampaign } from './publish-campaign.ts'

const TODAY = '2026-11-20'

let testApp: TestApp
let ines: Admin
beforeAll(async () => {
  testApp = await createTestApp()
  ines = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
})
afterAll(() => testApp.close())

const readPublicCampaign = (on: string, country?: string | null) =>
  findPublicCampaign(testApp.app.db, testApp.app.config, on, country)
const draft = (rest = {}) => createCampaign(testApp.app, ines, buildCampaignInput(TODAY, rest))

test('a published campaign shows on its days only, and while its budget pays for one more', async () => {
  const dates = { startsOn: '2026-11-22', endsOn: '2026-12-10', amount: 2_500n, budget: 4_000n }
  const { id } = await createPublishedCampaign(testApp.app, ines, dates)
  const days = ['2026-11-21', '2026-11-22', '2026-12-10', '2026-12-11']
  const ids = async () =>
    (await Promise.all(days.map((on) => readPublicCampaign(on)))).map((found) => found?.id)

  expect(await ids()).toEqual([undefined, id, id, undefined])

  await runInTransaction(testApp.app.db, (tx) => takeBudget(tx, id))
  expect(await ids(), 'the remaining budget covers no claim').toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('it is said to end soon in its last seven days, and its end never moves', () => {
  const campaign = { endsOn: '2026-12-10' }
  const soon = ['2026-12-03', '2026-12-04', '2026-12-10', '2026-12-11'].map((day) =>
    isEndingSoon(campaign, day),
  )
  expect(soon).toEqual([false, true, true, false])
  expect(computeCampaignEnd(campaign).toISOString()).toBe('2026-12-11T00:00:00.000Z')
})

test('of several the one that ends first is shown', async () => {
  const later = await createPublishedCampaign(testApp.app, ines, { endsOn: '2026-12-01' })
  const sooner = await createPublishedCampaign(testApp.app, ines, { endsOn: '2026-11-28' })
  expect((await readPublicCampaign(TODAY))?.id).toBe(sooner.id)
  for (const { id } of [later, sooner])
    await endCampaign(testApp.app, ines, { campaignId: id, reason: 'A test' })
})

test('where campaigns are off, or a country is not named, none is shown', async () => {
  const { id } = await createPublishedCampaign(testApp.app, ines)
  const set = (on: boolean, countries: 'all' | string[]) =>
    runInTransaction(testApp.app.db, (tx) =>
      setSetting(tx, 'campaigns', { on, countries }, { by: 'test', at: testApp.app.clock.now() }),
    )

  expect([
    (await readPublicCampaign(TODAY))?.id,
    (await readPublicCampaign(TODAY, 'DE'))?.id,
  ]).toEqual([id, id])

  const live = { ...testApp.app.config, MODE: 'live' as const }
  expect(await findPublicCampaign(testApp.app.db, live, TODAY)).toBeNull()

  await set(false, 'all')
  expect(await readPublicCampaign(TODAY, 'DE')).toBeNull()

  await set(true, ['DE'])

  const found = [
    await readPublicCampaign(TODAY, 'DE'),
    await readPublicCampaign(TODAY, 'SE'),
    await readPublicCampaign(TODAY),
  ]
  expect(found.map((one) => one?.id)).toEqual([id, undefined, undefined])
  expect((await findPublicCampaign(testApp.app.db, live, TODAY, 'DE'))?.id).toBe(id)

  await set(true, 'all')
  expect(
    await findPublicCampaign(testApp.app.db, live, TODAY, 'DE'),
    'live takes names alone',
  ).toBeNull()
})

test('a large campaign is published by another admin than its creator', async () => {
  const { admin: other } = await createTestAdmin(testApp.app, { role: 'finance' })
  for (const size of [{ budget: 100_000n }, { amount: 10_000n, budget: 10_000n }]) {
    const { id } = await draft(size)
    await expect(publishCampaign(testApp.app, ines, id)).rejects.toMatchObject({
      code: 'second_admin',
      status: 409,
    })
    expect(await publishCampaign(testApp.app, other, id)).toMatchObject({ publishedBy: other.id })
  }

  const { id } = await draft({ budget: 99_999n, amount: 9_999n })
  expect(await publishCampaign(testApp.app, ines, id)).toMatchObject({ publishedBy: ines.id })
})

test('the database refuses a large campaign of one admin, and one that starts today', async () => {
  const publish = (id: string) =>
    testApp.database.pool.query(
      'update campaign set published_by = created_by, published_at = $2 where id = $1',
      [id, testApp.app.clock.now()],
    )
  const large = await draft({ budget: 100_000n })
  await expect(publish(large.id)).rejects.toThrow(/campaign_second_admin/)

  const { id } = await draft()
  testApp.app.clock.advance(DAY_MS)
  await expect(publish(id)).rejects.toThrow(/campaign_starts_later/)
  testApp.app.clock.advance(-DAY_MS)
})

test('the database takes no campaign that is published as it is inserted', async () => {
  const published = await createPublishedCampaign(testApp.app, ines)
  const copy = `insert into campaign select (jsonb_populate_record(c,
    '{"id": "cmp_00000000000000000001", "code": "copied", "used_cents": 0}')).*
    from campaign c where id = $1`
  await expect(testApp.database.pool.query(copy, [published.id])).rejects.toThrow(
    'begins as a draft',
  )
})

test('a campaign starts the day after its publication at the earliest', async () => {
  const { id } = await draft({ startsOn: '2026-11-22' })
  for (const days of [2, 3]) {
    testApp.app.clock.setOffsetDays(days)
    await expect(publishCampaign(testApp.app, ines, id)).rejects.toMatchObject({
      code: 'campaign_begun',
    })
  }

  testApp.app.clock.setOffsetDays(1)
  await publishCampaign(testApp.app, ines, id)
  testApp.app.clock.setOffsetDays(0)
})

test('a campaign whose first day has passed is not published', async () => {
  const { id } = await draft()
  testApp.app.clock.setOffsetDays(1)

  await expect(publishCampaign(testApp.app, ines, id)).rejects.toMatchObject({
    code: 'campaign_begun',
    status: 422,
    field: 'startsOn',
  })

  testApp.app.clock.setOffsetDays(0)
})

test('a campaign is published once; one with a text that promises a return, or an unknown one, never', async () => {
  const { id } = await draft()
  const tries = await Promise.allSettled(
    [1, 2, 3].map(() => publishCampaign(testApp.app, ines, id)),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(publishCampaign(testApp.app, ines, id)).rejects.toMatchObject({
    code: 'already_published',
  })
  await expect(publishCampaign(testApp.app, ines, 'cmp_none')).rejects.toMatchObject({
    status: 404,
  })

  const { rows } = await testApp.database.owner.query(
    `insert into campaign (id, code, name, message, amount_cents, budget_cents, starts_on, ends_on,
      created_by, created_at)
     values ('cmp_00000000000000000000', 'older-rules', 'x', 'A sure gain of 5%', 1, 1, $1, $1,
     'x', $2) returning id`,
    ['2026-11-21', testApp.app.clock.now()],
  )

  await expect(publishCampaign(testApp.app, ines, rows[0].id)).rejects.toMatchObject({
    code: 'promises_return',
    field: 'text',
    message: expect.stringContaining('sure gain'),
  })

  const { admin } = await createTestAdmin(testApp.app, { role: 'support' })
  await expect(publishCampaign(testApp.app, admin, id)).rejects.toMatchObject({
    code: 'role_missing',
  })
})
