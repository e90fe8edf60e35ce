import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import type { Admin } from '#modules/identity/model.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { findPublicCampaign } from '../queries.ts'
import { buildCampaignInput, createPublishedCampaign } from '../testing.ts'
import { createCampaign } from './create-campaign.ts'
import { endCampaign } from './end-campaign.ts'

let testApp: TestApp
let ines: Admin
beforeAll(async () => {
  testApp = await createTestApp()
  ines = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
})
afterAll(() => testApp.close())

const end = (campaignId: string, reason = 'The budget is needed elsewhere.', admin = ines) =>
  endCampaign(testApp.app, admin, { campaignId, reason })

test('ended early, with a reason, it disappears, and its dates stay as they were', async () => {
  const campaign = await createPublishedCampaign(testApp.app, ines)
  const ended = await end(campaign.id)
  expect(ended).toEqual({
    ...campaign,
    endedBy: ines.id,
    endedAt: testApp.app.clock.now(),
    endedBecause: 'The budget is needed elsewhere.',
  })

  expect(
    await findPublicCampaign(testApp.app.db, testApp.app.config, testApp.app.clock.today()),
  ).toBeNull()
  expect(
    await listAuditEvents(testApp.app.db, { subjectId: campaign.id, action: 'campaign.ended' }),
  ).toHaveLength(1)
})

test('it ends once, with a reason, and only what was published ends', async () => {
  const { id } = await createPublishedCampaign(testApp.app, ines)
  await expect(end(id, ' ')).rejects.toMatchObject({
    code: 'reason_needed',
    status: 400,
    field: 'reason',
  })

  const tries = await Promise.allSettled([1, 2, 3].map(() => end(id)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(end(id)).rejects.toMatchObject({ code: 'already_ended', status: 409 })

  const draft = await createCampaign(
    testApp.app,
    ines,
    buildCampaignInput(testApp.app.clock.today()),
  )
  await expect(end(draft.id)).rejects.toMatchObject({ code: 'not_published', status: 409 })
  await expect(end('cmp_none')).rejects.toMatchObject({ status: 404 })

  const { admin } = await createTestAdmin(testApp.app, { role: 'viewer' })
  await expect(end(id, 'Because', admin)).rejects.toMatchObject({ code: 'role_missing' })
})

test('what ended by its last day has ended already', async () => {
  const today = testApp.app.clock.today()
  const { id } = await createPublishedCampaign(testApp.app, ines, {
    startsOn: today,
    endsOn: today,
  })
  testApp.app.clock.setOffsetDays(1)
  await expect(end(id)).rejects.toMatchObject({ code: 'already_ended' })
  testApp.app.clock.setOffsetDays(0)
})
