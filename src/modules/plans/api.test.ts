import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember, anAdmin } from '#modules/identity/testing.ts'
import { type TestServer, testServer } from '../../../tests/support/http.ts'
import { seedPlans } from './seed.ts'
import { openedPosition, publishedPlan } from './testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  const { admin: ines } = await anAdmin(server.app, { role: 'finance' })
  const { admin: ruth } = await anAdmin(server.app, { role: 'owner' })
  await seedPlans(server.app, ines, ruth)
})
afterAll(() => server.close())

test('anyone reads the eight plans with limits as dollars, the target as text, the label and the warning', async () => {
  const answer = await server.send('GET', '/api/plans')
  expect(answer.status).toBe(200)
  expect(answer.json.data).toHaveLength(8)
  expect(answer.json.data[0]).toEqual({
    _id: expect.stringMatching(/^plv_/),
    family: 'crypto',
    name: 'BASIC',
    minAmount: '1000.00',
    maxAmount: '10000.00',
    percentage: '50%',
    yearly: null,
    termDays: 30,
    liquidity: expect.any(String),
    fees: expect.any(String),
    basis: expect.any(String),
    risk: expect.any(String),
    warning: expect.stringContaining('far above'),
    sample: true,
    label: 'sample figures, simulated money',
  })
  expect(answer.text).toContain('"minAmount":1000.00,')
})

test('a term below a year is never shown as a yearly figure', async () => {
  const { json } = await server.send('GET', '/api/plans')
  const yearly = json.data.map((plan: { termDays: number; yearly: string | null }) => [
    plan.termDays,
    plan.yearly,
  ])
  expect(Object.fromEntries(yearly)).toEqual({
    ...{ 30: null, 60: null, 90: null, 120: null, 180: null },
    ...{ 365: '150%', 545: '200.91%', 730: '200%' },
  })
})

test('a member reads their own positions with the estimate beside the target, and nobody else does', async () => {
  const maya = await aMember(server.app)
  const tomas = await aMember(server.app)
  const version = await publishedPlan(server.app, { name: 'QUIET', targetBps: 1_000, termDays: 365 })
  const openedOn = '2026-11-10'
  const given = { memberId: maya.member.id, version, principal: 365_000n, openedOn }
  const position = await openedPosition(server.app, given)
  const { json } = await server.send('GET', '/api/positions', { token: maya.token })
  expect(json.data).toEqual([
    {
      _id: position.id,
      plan: { _id: version.id, name: 'QUIET', family: 'crypto', sample: true, label: expect.any(String) },
      status: 'open',
      principal: '3650.00',
      remaining: '3650.00',
      percentage: '10%',
      termDays: 365,
      daysPassed: 10,
      openedOn,
      maturesOn: '2027-11-10',
      accrued: '10.00',
      target: '365.00',
    },
  ])
  expect((await server.send('GET', '/api/positions', { token: tomas.token })).json.data).toEqual([])
  expect((await server.send('GET', '/api/positions')).status).toBe(401)
})
