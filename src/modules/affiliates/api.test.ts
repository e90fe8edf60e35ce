import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCompletedDeposit } from '#modules/deposits/testing.ts'
import type { Member } from '#modules/identity/model.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { ORIGIN, type TestServer, testServer } from '../../../tests/support/http.ts'
import { payRewards } from './commands/pay-rewards.ts'
import { fundPromotion } from './testing.ts'

let server: TestServer
let ines: Awaited<ReturnType<TestServer['asAdmin']>>
let ruth: { token: string }
let maya: { token: string; member: Member }
let tomas: { token: string; member: Member }

beforeAll(async () => {
  server = await testServer()
  ines = await server.asAdmin('finance')
  ruth = await server.asAdmin('owner')
  maya = await server.asMember({ phoneNumber: '+49 30 901821' })

  const referralCode = maya.member.referralCode
  tomas = await server.asMember({ referralCode, firstName: 'Tomas', phoneNumber: '+49 30 901822' })
  await server.asMember({
    referralCode,
    verified: false,
    firstName: 'Adaeze',
    phoneNumber: '+49 30 901823',
  })
})
afterAll(() => server.close())

const get = (path: string, token?: string) =>
  server.send('GET', `/api/${path}`, token ? { token } : {})
const set = (referral: object, campaigns: object = { on: true, countries: 'all' }) =>
  server.send('PUT', '/api/admin/incentives', { token: ruth.token, body: { referral, campaigns } })

test('a member reads whom they invited, by name, code and state, with the link and the totals', async () => {
  await set({ on: true, percentageBps: 250, countries: 'all' })

  const { status, json } = await get('users/affiliates', maya.token)
  expect(status).toBe(200)
  expect(json.totals).toEqual({ due: '0.00', paid: '0.00' })
  expect(json.referral).toEqual({
    on: true,
    percentage: '2.5%',
    link: `${ORIGIN}/${maya.member.referralCode}`,
  })

  const rows = json.data.map((row: Record<string, unknown>) => [
    row.first_name,
    row.isVerified,
    row.status,
  ])

  expect(rows.sort()).toEqual([
    ['Adaeze', false, 'Not Active'],
    ['Tomas', true, 'Active'],
  ])

  const found = json.data.find((row: { first_name: string }) => row.first_name === 'Tomas')
  expect(found).toMatchObject({
    referral_code: tomas.member.referralCode,
    parent: maya.member.referralCode,
    createdAt: tomas.member.createdAt.toISOString(),
  })

  expect((await get('users/affiliates', tomas.token)).json.data).toEqual([])
})

test('an invited person reads before sign-up that the inviter is rewarded', async () => {
  const path = `referral/${maya.member.referralCode}`
  const { json } = await get(path.toLowerCase())
  expect(json.data.says).toContain('earns 2.5% of your first deposit')
  expect(json.data.says).toContain('nothing is taken from your deposit')
  expect((await get('referral/ZZZZZZZ9')).status).toBe(404)

  await set({ on: true, percentageBps: 250, countries: ['DE'] })
  expect((await get(`${path}?country=de`)).json.data.says).toContain('2.5%')
  expect((await get(`${path}?country=SE`)).json.data.says).toBeNull()

  await set({ on: true, percentageBps: 0, countries: 'all' })
  expect((await get(path)).json.data.says).toBeNull()
})

test('off means no link and no flag, for that country', async () => {
  await set({ on: true, percentageBps: 250, countries: ['SE'] }, { on: false, countries: 'all' })
  expect((await get('user/incentives', maya.token)).json.data).toEqual({
    referral: { on: false, link: null, percentage: null },
    campaigns: { on: false },
    totals: { due: '0.00', paid: '0.00' },
  })

  expect((await get('users/affiliates', maya.token)).json.referral.link).toBeNull()
  expect((await get('admin/incentives', ines.token)).json.data.referral).toEqual({
    on: true,
    percentageBps: 250,
    countries: ['SE'],
  })
})

test('a confirmed deposit leads to the inviter’s cash, through the API and the jobs', async () => {
  await set({ on: true, percentageBps: 1_000, countries: 'all' })

  const planId = (await createPublishedPlan(server.app)).id
  await createCompletedDeposit(server.app, tomas.member, ines.admin, { planId, amount: '1500' })
  await server.runJobs()

  expect((await get('users/affiliates', maya.token)).json.totals).toEqual({
    due: '150.00',
    paid: '0.00',
  })

  await fundPromotion(server.app, 20_000n)
  await payRewards(server.app)

  expect((await get('user/incentives', maya.token)).json.data.totals).toEqual({
    due: '0.00',
    paid: '150.00',
  })

  const { json } = await get('admin/rewards?state=paid', ines.token)
  expect(json.totals).toEqual({ due: '0.00', paid: '150.00', promotion: '50.00' })
  expect(json.data).toMatchObject([
    {
      kind: 'referral',
      state: 'paid',
      amount: '150.00',
      declineReason: null,
      campaign: null,
      member: { _id: maya.member.id, name: maya.member.label },
      referred: { _id: tomas.member.id, name: tomas.member.label },
    },
  ])

  expect((await get(`admin/rewards?before=${json.data[0].before}`, ines.token)).json.data).toEqual(
    [],
  )
})
