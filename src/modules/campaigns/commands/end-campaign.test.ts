import { afterAll, beforeAll, expect, test } from 'vitest'
import { listActs } from '#modules/audit/queries.ts'
import type { Admin } from '#modules/identity/model.ts'
import { anAdmin } from '#modules/identity/testing.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { publicCampaign } from '../queries.ts'
import { aCampaign, campaignInput } from '../testing.ts'
import { createCampaign } from './create-campaign.ts'
import { endCampaign } from './end-campaign.ts'

let house: TestApp
let ines: Admin
beforeAll(async () => {
  house = await testApp()
  ines = (await anAdmin(house.app, { role: 'finance' })).admin
})
afterAll(() => house.close())

const end = (campaignId: string, reason = 'The budget is needed elsewhere.', admin = ines) =>
  endCampaign(house.app, admin, { campaignId, reason })

test('ended early, with a reason, it disappears, and its dates stay as they were', async () => {
  const campaign = await aCampaign(house.app, ines)
  const ended = await end(campaign.id)
  expect(ended).toEqual({
    ...campaign,
    endedBy: ines.id,
    endedAt: house.app.clock.now(),
    endedBecause: 'The budget is needed elsewhere.',
  })

  expect(await publicCampaign(house.app.db, house.app.config, house.app.clock.today())).toBeNull()
  expect(
    await listActs(house.app.db, { subjectId: campaign.id, action: 'campaign.ended' }),
  ).toHaveLength(1)
})

test('it ends once, with a reason, and only what was published ends', async () => {
  const { id } = await aCampaign(house.app, ines)
  await expect(end(id, ' ')).rejects.toMatchObject({
    code: 'reason_needed',
    status: 400,
    field: 'reason',
  })

  const tries = await Promise.allSettled([1, 2, 3].map(() => end(id)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(end(id)).rejects.toMatchObject({ code: 'already_ended', status: 409 })

  const draft = await createCampaign(house.app, ines, campaignInput(house.app.clock.today()))
  await expect(end(draft.id)).rejects.toMatchObject({ code: 'not_published', status: 409 })
  await expect(end('cmp_none')).rejects.toMatchObject({ status: 404 })

  const { admin } = await anAdmin(house.app, { role: 'viewer' })
  await expect(end(id, 'Because', admin)).rejects.toMatchObject({ code: 'role_missing' })
})

test('what ended by its last day has ended already', async () => {
  const today = house.app.clock.today()
  const { id } = await aCampaign(house.app, ines, { startsOn: today, endsOn: today })
  house.app.clock.setOffsetDays(1)
  await expect(end(id)).rejects.toMatchObject({ code: 'already_ended' })
  house.app.clock.setOffsetDays(0)
})
