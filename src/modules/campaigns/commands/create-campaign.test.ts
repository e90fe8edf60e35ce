import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Admin } from '#modules/identity/model.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { findPublicCampaign } from '../queries.ts'
import { buildCampaignInput } from '../testing.ts'
import { type CreateCampaign, createCampaign } from './create-campaign.ts'

const TODAY = '2026-11-20'

let testApp: TestApp
let ines: Admin
beforeAll(async () => {
  testApp = await createTestApp()
  ines = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
})
afterAll(() => testApp.close())

const create = (rest: Partial<CreateCampaign> = {}) =>
  createCampaign(testApp.app, ines, buildCampaignInput(TODAY, rest))

test('a new campaign is a draft that is not public', async () => {
  const made = await create({ code: ' Autumn-26 ' })
  expect(made).toMatchObject({ code: 'autumn-26', used: 0n, publishedAt: null, createdBy: ines.id })
  expect(await findPublicCampaign(testApp.app.db, testApp.app.config, TODAY)).toBeNull()
})

test.each([
  ['name', 'Guaranteed return week', 'Guaranteed'],
  ['text', 'Claim $25, and earn a fixed return on it.', 'fixed return'],
  ['text', 'A risk-free gift on top of your plan.', 'risk-free'],
] as const)(
  'a %s that promises a return is refused with the phrase',
  async (field, text, phrase) => {
    await expect(create({ [field]: text })).rejects.toMatchObject({
      code: 'promises_return',
      status: 422,
      field,
      message: expect.stringContaining(`"${phrase}"`),
    })
  },
)

test.each([
  ['code', { code: 'no spaces' }],
  ['code', { code: 'x' }],
  ['name', { name: ' ' }],
  ['text', { text: '' }],
  ['amount', { amount: 0n }],
  ['budget', { amount: 100n, budget: 99n }],
  ['startsOn', { startsOn: '2026-11-19' }],
  ['startsOn', { startsOn: TODAY }],
  ['startsOn', { startsOn: '2026-02-30' }],
  ['endsOn', { endsOn: '2026-11-19' }],
] as const)(
  'a campaign whose %s cannot be is refused, naming the field',
  async (field, overrides) => {
    await expect(create(overrides)).rejects.toMatchObject({
      code: 'invalid_campaign',
      status: 422,
      field,
    })
  },
)

test('a code is used once, also by many at the same moment', async () => {
  const made = await Promise.allSettled(Array.from({ length: 6 }, () => create({ code: 'once' })))
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of made)
    if (one.status === 'rejected')
      expect(one.reason).toMatchObject({ code: 'campaign_code_taken', status: 409 })
})

test('support makes no campaign', async () => {
  const { admin } = await createTestAdmin(testApp.app, { role: 'support' })
  await expect(createCampaign(testApp.app, admin, buildCampaignInput(TODAY))).rejects.toMatchObject(
    {
      code: 'role_missing',
    },
  )
})
