import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPendingDeposit } from '#modules/deposits/testing.ts'
import { getMemberBalances, listEntries, verifyLedger } from '#modules/ledger/queries.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { type TestServer, testServer } from '../support/http.ts'

const AT_ONCE = 64

let server: TestServer
let planId: string

beforeAll(async () => {
  server = await testServer({ poolSize: 24 })
  planId = (await createPublishedPlan(server.app)).id
})
afterAll(async () => {
  expect(await verifyLedger(server.app.db)).toEqual([])
  await server.close()
})

const callConcurrently = <Result>(call: (n: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, n) => call(n)))

/** A 409 'busy' says to try again, so a program does. */
async function insisting(call: () => ReturnType<TestServer['send']>) {
  for (;;) {
    const answer = await call()
    if (answer.json.code !== 'busy') return answer
  }
}

test('64 confirmations with different keys credit once and are all answered', async () => {
  const { member } = await server.asMember()
  const staff = [await server.asAdmin('finance'), await server.asAdmin('owner')]
  const { id } = await createPendingDeposit(server.app, member, { planId, amount: '5000' })
  const answers = await callConcurrently((n) =>
    insisting(() =>
      server.send('POST', `/api/transactions/${id}/confirm`, {
        token: staff[n % 2]?.token ?? '',
        key: `confirm-${n}`,
        body: {},
      }),
    ),
  )

  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))

  const first = answers[0]?.json.data.decidedBy
  expect(new Set(answers.map((answer) => answer.json.message))).toEqual(
    new Set(['Payment Confirmed', `Already confirmed by ${first}. It was credited once.`]),
  )
  expect(await getMemberBalances(server.app.db, member.id)).toMatchObject({
    cash: 0n,
    principal: 500_000n,
  })
  expect(await listEntries(server.app.db, { reference: id })).toHaveLength(3)
})

test('one request sent 64 times with one key is one withdrawal', async () => {
  const { member, token } = await server.asMember()
  const { token: ines } = await server.asAdmin('finance')
  const { id } = await createPendingDeposit(server.app, member, { planId, amount: '5000' })

  await server.send('POST', `/api/transactions/${id}/confirm`, {
    token: ines,
    key: 'credit',
    body: {},
  })

  const body = { amount: '700', payment_channel: 'USDT', wallet_address: TEST_ADDRESS }
  const answers = await callConcurrently(() =>
    server.send('POST', '/api/withdraw', { token, key: 'once', body }),
  )
  const statuses = new Set(answers.map((answer) => answer.status))

  for (const status of statuses) expect([200, 409]).toContain(status)
  expect(statuses.has(200)).toBe(true)
  expect((await getMemberBalances(server.app.db, member.id)).holdCash).toBe(70_000n)
})
