import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Admin } from '#modules/identity/model.ts'
import { anAdmin } from '#modules/identity/testing.ts'
import { setSetting } from '#modules/settings/acts/set-setting.ts'
import { inTransaction } from '#platform/transaction.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { takeBudget } from '../acts/take-budget.ts'
import { endOf, endsSoon } from '../model.ts'
import { publicCampaign } from '../queries.ts'
import { aCampaign, campaignInput } from '../testing.ts'
import { createCampaign } from './create-campaign.ts'
import { endCampaign } from './end-campaign.ts'
import { publishCampaign } from './publish-campaign.ts'

const TODAY = '2026-11-20'

let house: TestApp
let ines: Admin
beforeAll(async () => {
  house = await testApp()
  ines = (await anAdmin(house.app, { role: 'finance' })).admin
})
afterAll(() => house.close())

const shown = (on: string, country?: string | null) =>
  publicCampaign(house.app.db, house.app.config, on, country)
const draft = (rest = {}) => createCampaign(house.app, ines, campaignInput(TODAY, rest))

test('a published campaign is shown on its days alone, and while its budget pays for one more', async () => {
  const dates = { startsOn: '2026-11-22', endsOn: '2026-12-10', amount: 2_500n, budget: 4_000n }
  const { id } = await aCampaign(house.app, ines, dates)
  const days = ['2026-11-21', '2026-11-22', '2026-12-10', '2026-12-11']
  const ids = async () => (await Promise.all(days.map((on) => shown(on)))).map((found) => found?.id)

  expect(await ids()).toEqual([undefined, id, id, undefined])

  await inTransaction(house.app.db, (tx) => takeBudget(tx, id))
  expect(await ids(), 'what is left pays for nobody').toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('it is said to end soon in its last seven days, and its end never moves', () => {
  const campaign = { endsOn: '2026-12-10' }
  const soon = ['2026-12-03', '2026-12-04', '2026-12-10', '2026-12-11'].map((day) =>
    endsSoon(campaign, day),
  )
  expect(soon).toEqual([false, true, true, false])
  expect(endOf(campaign).toISOString()).toBe('2026-12-11T00:00:00.000Z')
})

test('of several the one that ends first is shown', async () => {
  const later = await aCampaign(house.app, ines, { endsOn: '2026-12-01' })
  const sooner = await aCampaign(house.app, ines, { endsOn: '2026-11-28' })
  expect((await shown(TODAY))?.id).toBe(sooner.id)
  for (const { id } of [later, sooner])
    await endCampaign(house.app, ines, { campaignId: id, reason: 'A test' })
})

test('where campaigns are off, or a country is not named, none is shown', async () => {
  const { id } = await aCampaign(house.app, ines)
  const set = (on: boolean, countries: 'all' | string[]) =>
    inTransaction(house.app.db, (tx) =>
      setSetting(tx, 'campaigns', { on, countries }, { by: 'test', at: house.app.clock.now() }),
    )

  expect([(await shown(TODAY))?.id, (await shown(TODAY, 'DE'))?.id]).toEqual([id, id])

  const live = { ...house.app.config, MODE: 'live' as const }
  expect(await publicCampaign(house.app.db, live, TODAY)).toBeNull()

  await set(false, 'all')
  expect(await shown(TODAY, 'DE')).toBeNull()

  await set(true, ['DE'])

  const found = [await shown(TODAY, 'DE'), await shown(TODAY, 'SE'), await shown(TODAY)]
  expect(found.map((one) => one?.id)).toEqual([id, undefined, undefined])
  expect((await publicCampaign(house.app.db, live, TODAY, 'DE'))?.id).toBe(id)

  await set(true, 'all')
  expect(await publicCampaign(house.app.db, live, TODAY, 'DE'), 'live takes names alone').toBeNull()
})

test('a campaign whose first day has passed is not published: it would not begin when it says', async () => {
  const { id } = await draft()
  house.app.clock.setOffsetDays(1)

  await expect(publishCampaign(house.app, ines, id)).rejects.toMatchObject({
    code: 'campaign_begun',
    status: 422,
    field: 'startsOn',
  })

  house.app.clock.setOffsetDays(0)
})

test('it is published once, a text that promises a return never, and what does not exist not at all', async () => {
  const { id } = await draft()
  const tries = await Promise.allSettled([1, 2, 3].map(() => publishCampaign(house.app, ines, id)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(publishCampaign(house.app, ines, id)).rejects.toMatchObject({
    code: 'already_published',
  })
  await expect(publishCampaign(house.app, ines, 'cmp_none')).rejects.toMatchObject({ status: 404 })

  const { rows } = await house.database.owner.query(
    `insert into campaign (id, code, name, words, amount_cents, budget_cents, starts_on, ends_on,
      created_by, created_at)
     values ('cmp_00000000000000000000', 'older-rules', 'x', 'A sure gain of 5%', 1, 1, $1, $1,
     'x', $2) returning id`,
    [TODAY, house.app.clock.now()],
  )

  await expect(publishCampaign(house.app, ines, rows[0].id)).rejects.toMatchObject({
    code: 'promises_return',
    field: 'words',
    message: expect.stringContaining('sure gain'),
  })

  const { admin } = await anAdmin(house.app, { role: 'support' })
  await expect(publishCampaign(house.app, admin, id)).rejects.toMatchObject({
    code: 'role_missing',
  })
})
