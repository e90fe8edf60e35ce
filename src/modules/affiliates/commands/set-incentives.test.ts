import { afterAll, beforeAll, expect, test } from 'vitest'
import { listActs } from '#modules/audit/queries.ts'
import { anAdmin } from '#modules/identity/testing.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { incentivesFor } from '../queries.ts'
import { setIncentives } from './set-incentives.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

const live = () => ({ ...house.app, config: { ...house.app.config, MODE: 'live' as const } })
const owner = async () => (await anAdmin(house.app, { role: 'owner' })).admin
const wanted = {
  referral: { on: true, countries: ['DE', 'SE'], percentageBps: 250 },
  campaigns: { on: true, countries: ['DE'] },
}

test('incentives are on in the sandbox with 0%, and off in live', async () => {
  const { db, config } = house.app
  expect(await incentivesFor(db, config, 'DE')).toEqual({
    referral: true,
    percentageBps: 0,
    campaigns: true,
  })

  expect(await incentivesFor(db, live().config, 'DE')).toMatchObject({
    referral: false,
    campaigns: false,
  })
})

test('an owner turns them on for the countries they name, and it is in the record', async () => {
  const admin = await owner()
  await setIncentives(live(), admin, wanted)

  const { db } = house.app
  expect(await incentivesFor(db, live().config, 'DE')).toMatchObject({
    referral: true,
    campaigns: true,
  })

  expect(await incentivesFor(db, live().config, 'SE')).toMatchObject({
    referral: true,
    campaigns: false,
  })

  expect(await incentivesFor(db, live().config, 'US')).toMatchObject({
    referral: false,
    campaigns: false,
  })

  expect(await incentivesFor(db, live().config, '')).toMatchObject({
    referral: false,
    campaigns: false,
  })

  expect(await listActs(db, { subjectId: 'incentives' })).toMatchObject([
    { actor: { id: admin.id } },
  ])

  await setIncentives(live(), admin, {
    ...wanted,
    referral: { ...wanted.referral, percentageBps: 300 },
  })
  expect(await listActs(db, { subjectId: 'setting:referral' })).toHaveLength(2)
  expect(
    await listActs(db, { subjectId: 'setting:campaigns' }),
    'what stayed is no change',
  ).toHaveLength(1)
})

test('live takes countries by name alone, and a country that does not exist nowhere', async () => {
  const admin = await owner()
  const everywhere = { ...wanted, campaigns: { on: true, countries: 'all' as const } }
  await expect(setIncentives(live(), admin, everywhere)).rejects.toMatchObject({
    code: 'countries_needed',
    status: 422,
    field: 'campaigns.countries',
  })

  const nowhere = { ...wanted, referral: { ...wanted.referral, countries: ['XX'] } }
  await expect(setIncentives(house.app, admin, nowhere)).rejects.toMatchObject({
    code: 'invalid_setting',
  })

  const tooMuch = { ...wanted, referral: { ...wanted.referral, percentageBps: 10_001 } }
  await expect(setIncentives(house.app, admin, tooMuch)).rejects.toMatchObject({
    code: 'invalid_setting',
  })
})

test('finance turns on nothing', async () => {
  const { admin } = await anAdmin(house.app, { role: 'finance' })
  await expect(setIncentives(house.app, admin, wanted)).rejects.toMatchObject({
    code: 'role_missing',
  })
})
