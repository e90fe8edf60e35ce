import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCompletedDeposit, createPendingDeposit } from '#modules/deposits/testing.ts'
import type { Member } from '#modules/identity/model.ts'
import { SAMPLE_PASSWORD } from '#modules/identity/testing.ts'
import { createPublishedPlan, createStaff } from '#modules/plans/testing.ts'
import { fundCapital } from '#modules/treasury/testing.ts'
import { TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { type TestServer, testServer } from '../../../../tests/support/http.ts'

let server: TestServer
let token: string
let maya: Member
type Event = {
  at: string
  kind: string
  what: string
  by: string | null
  note: string
  amount: string
  about: string
}

beforeAll(async () => {
  server = await testServer()

  const { admin, token: adminToken } = await server.asAdmin()
  token = adminToken
  await fundCapital(server.app, 'USD', 100_000n)

  const planId = (await createPublishedPlan(server.app, { minAmount: 100_000n })).id
  const signedUp = await server.asMember({ firstName: 'Maya' })
  maya = signedUp.member

  const other = (await server.asMember()).member
  const depositInput = { planId, amount: '2000' }
  const step = () => server.clock.advance(60_000)

  step()
  await createCompletedDeposit(server.app, maya, createStaff('ines', 'finance'), depositInput)
  await createPendingDeposit(server.app, other, depositInput)
  step()

  const body = { amount: '100', payment_channel: 'USDT', wallet_address: TEST_ADDRESS }
  await server.send('POST', '/api/withdraw', { token: signedUp.token, key: 'w1', body })
  step()
  await server.send('PATCH', `/api/users/${maya.id}`, {
    token,
    key: 'a1',
    body: { withdrawable_balance: '1950', reason: 'A gift.' },
  })

  step()

  const suspended = { reason: 'A question.', review_on: '2027-03-01' }
  await server.send('POST', `/api/admin/users/${maya.id}/suspend`, { token, body: suspended })

  expect(admin.role).toBe('owner')
})
afterAll(() => server.close())

const read = async (query = '') =>
  (await server.send('GET', `/api/admin/users/${maya.id}/timeline${query}`, { token })).json
    .data as {
    events: Event[]
    before: string | null
  }

test('The timeline lists the member’s events only, newest first, with actor and reason.', async () => {
  const { events: all, before } = await read()
  expect(before).toBeNull()
  expect(all.map(({ what }) => what)).toContain('Invested in a plan')

  // Ledger rows have the real time, which the minutes of this test don't determine.
  const events = all.filter(({ what }) => !what.endsWith('a plan'))
  const descriptions = events.map(({ what }) => what)
  expect(descriptions.slice(0, 2)).toEqual(['Suspended', 'Balance adjusted'])

  for (const what of [
    'Requested a withdrawal',
    'Deposit confirmed',
    'Requested a deposit quote',
    'Signed up',
  ])
    expect(descriptions, what).toContain(what)
  expect(events[0]).toMatchObject({ kind: 'account', note: 'A question.' })
  expect(events[1]).toMatchObject({ kind: 'money', note: 'A gift.', amount: '50.00' })

  const confirmed = events.find(({ what }) => what === 'Deposit confirmed')
  expect(confirmed).toMatchObject({
    by: 'ines',
    amount: '2000.00',
    about: expect.stringMatching(/^dep_/),
  })

  expect(events.filter(({ what }) => what === 'Requested a deposit quote')).toHaveLength(1)

  const times = events.map(({ at }) => at)
  expect(times).toEqual([...times].sort().reverse())
})

test('A sign-in is listed once, with its device.', async () => {
  const body = { email: maya.email, password: SAMPLE_PASSWORD }
  expect((await server.send('POST', '/api/user/login', { body })).status).toBe(200)

  const signIns = (await read()).events.filter(
    ({ kind, what }) => kind === 'sign-in' || /sign.*in$/i.test(what),
  )
  expect(signIns.map(({ kind, what }) => [kind, what])).toEqual([['sign-in', 'Logged in']])
})

test('The timeline continues from a cursor and filters by kind.', async () => {
  const { events } = await read()
  const third = events[2]?.at ?? ''
  const rest = await read(`?before=${third}`)

  expect(rest.events).toEqual(events.filter(({ at }) => at < third))
  expect((await read('?kind=deposit')).events.map(({ what }) => what)).toEqual([
    'Deposit confirmed',
    'Uploaded proof of payment',
    'Requested a deposit quote',
  ])

  expect(
    (await server.send('GET', '/api/admin/users/mem_unknown/timeline', { token })).status,
  ).toBe(404)
})

test('Suspending reports invalid fields, and a suspension can be ended once.', async () => {
  const send = (action: string, body?: object) =>
    server.send('POST', `/api/admin/users/${maya.id}/${action}`, { token, ...(body && { body }) })
  const { status, json } = await send('suspend', { reason: 'It is so: why.', review_on: 'soon' })
  expect([status, json.errors[0].field]).toEqual([400, 'review_on'])
  expect((await send('reactivate')).json.message).toBe('User reactivated')
  expect((await send('reactivate')).status).toBe(409)
})
