import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { getIncentives } from '../queries.ts'
import { setIncentives } from './set-incentives.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const live = () => ({ ...testApp.app, config: { ...testApp.app.config, MODE: 'live' as const } })
const owner = async () => (await createTestAdmin(testApp.app, { role: 'owner' })).admin
const input = {
  referral: { on: true, countries: ['DE', 'SE'], percentageBps: 250 },
  campaigns: { on: true, countries: ['DE'] },
}

test('incentives are on in the sandbox with 0%, and off in live', async () => {
  const { db, config } = testApp.app
  expect(await getIncentives(db, config, 'DE', testApp.app.clock.today())).toEqual({
    referral: true,
    percentageBps: 0,
    campaigns: true,
  })

  expect(await getIncentives(db, live().config, 'DE', testApp.app.clock.today())).toMatchObject({
    referral: false,
    campaigns: false,
  })
})

test('an owner turns them on for the countries they name, and it is in the record', async () => {
  const admin = await owner()
  await setIncentives(live(), admin, input)

  const { db } = testApp.app
  expect(await getIncentives(db, live().config, 'DE', testApp.app.clock.today())).toMatchObject({
    referral: true,
    campaigns: true,
  })

  expect(await getIncentives(db, live().config, 'SE', testApp.app.clock.today())).toMatchObject({
    referral: true,
    campaigns: false,
  })

  expect(await getIncentives(db, live().config, 'US', testApp.app.clock.today())).toMatchObject({
    referral: false,
    campaigns: false,
  })

  expect(await getIncentives(db, live().config, '', testApp.app.clock.today())).toMatchObject({
    referral: false,
    campaigns: false,
  })

  expect(await listAuditEvents(db, { subjectId: 'incentives' })).toMatchObject([
    { actor: { id: admin.id } },
  ])

  await setIncentives(live(), admin, {
    ...input,
    referral: { ...input.referral, percentageBps: 300 },
  })
  expect(await listAuditEvents(db, { subjectId: 'setting:referral' })).toHaveLength(2)
  expect(
    await listAuditEvents(db, { subjectId: 'setting:campaigns' }),
    'what stayed is no change',
  ).toHaveLength(1)
})

test('live takes countries by name alone, and a country that does not exist nowhere', async () => {
  const admin = await owner()
  const everywhere = { ...input, campaigns: { on: true, countries: 'all' as const } }
  await expect(setIncentives(live(), admin, everywhere)).rejects.toMatchObject({
    code: 'countries_needed',
    status: 422,
    field: 'campaigns.countries',
  })

  const nowhere = { ...input, referral: { ...input.referral, countries: ['XX'] } }
  await expect(setIncentives(testApp.app, admin, nowhere)).rejects.toMatchObject({
    code: 'invalid_setting',
  })

  const tooMuch = { ...input, referral: { ...input.referral, percentageBps: 10_001 } }
  await expect(setIncentives(testApp.app, admin, tooMuch)).rejects.toMatchObject({
    code: 'invalid_setting',
  })
})

test('finance turns on nothing', async () => {
  const { admin } = await createTestAdmin(testApp.app, { role: 'finance' })
  await expect(setIncentives(testApp.app, admin, input)).rejects.toMatchObject({
    code: 'role_missing',
  })
})
