import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPendingDeposit } from '#modules/deposits/testing.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { fundMember, OTHER_ADDRESS, TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { type CountStatements, watchStatements } from '../support/count-statements.ts'
import { type TestServer, testServer } from '../support/http.ts'

let server: TestServer
let count: CountStatements
let planId: string
let member: Member
let token: string
let admin: { admin: Admin; token: string }
let keys = 0

beforeAll(async () => {
  server = await testServer({ poolSize: 1 })
  count = watchStatements(server.database.pool)
  planId = (await createPublishedPlan(server.app)).id
  ;({ member, token } = await server.asMember())
  admin = await server.asAdmin()
})
afterAll(() => server.close())

/** Returns the statements of a call that succeeds, from its session to its answer. */
async function countCall(method: string, path: string, body?: object, by = token) {
  const options = { token: by, key: `round-trip-${++keys}`, ...(body && { body }) }
  const statements = await count(async () => {
    const answer = await server.send(method, `/api${path}`, options)
    expect(answer.status, answer.text).toBe(200)
  })

  expect(statements.length, 'each call reads its session').toBeGreaterThan(0)

  return statements
}

const withdraw = (amount: string, address: string) =>
  countCall('POST', '/withdraw', {
    amount,
    payment_channel: 'USDT',
    wallet_address: address,
  })

/** Shows every statement where there are too many. */
const expectMax = (max: number, statements: readonly string[]) =>
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(max)

const quote = () =>
  countCall('POST', '/deposit/quote', {
    selected_plan: planId,
    amount: '1500',
    payment_method: 'USDT',
  })

test('A quote sends at most 8 statements, the first of a member and every other.', async () => {
  expectMax(8, await quote())
  expectMax(8, await quote())
})

test('A withdrawal request sends at most 12 statements, also to a new address.', async () => {
  await fundMember(server.app, member.id, { cash: 100_000n })

  const toNewAddress = await withdraw('100', TEST_ADDRESS)
  const toSavedAddress = await withdraw('100', TEST_ADDRESS)

  expectMax(12, toNewAddress)
  expectMax(12, toSavedAddress)
  expect(toSavedAddress).toContain('begin')
  expect(toSavedAddress.at(-1)).toBe('commit')
})

test('A withdrawal request that redeems positions sends at most 14 statements.', async () => {
  const owner = await server.asMember()
  await fundMember(server.app, owner.member.id, { invested: 200_000n, planVersionId: planId })
  await fundMember(server.app, owner.member.id, { invested: 200_000n, planVersionId: planId })

  const body = { amount: '3000', payment_channel: 'USDT', wallet_address: OTHER_ADDRESS }
  expectMax(14, await countCall('POST', '/withdraw', body, owner.token))
})

test('The confirmation of a deposit sends at most 16 statements.', async () => {
  const { id } = await createPendingDeposit(server.app, member, { planId, amount: '1500' })

  expectMax(16, await countCall('POST', `/transactions/${id}/confirm`, {}, admin.token))
})

test("A member's figures are read with 2 statements, and the whole overview with 6.", async () => {
  const figures = await countCall('GET', '/user')
  const course = await countCall('GET', '/user/course')
  const positions = await countCall('GET', '/positions')

  expectMax(2, figures)
  expectMax(6, [...figures, ...course, ...positions])
})
