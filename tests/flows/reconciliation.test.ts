import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCompletedDeposit } from '#modules/deposits/testing.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { fetchOutsideBalances } from '#modules/treasury/commands/fetch-outside-balances.ts'
import { type CustodyLine, listBreaks, listCustody } from '#modules/treasury/queries.ts'
import { createDifference } from '#modules/treasury/testing.ts'
import { TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { seedSandbox } from '../../src/seed.ts'
import { type TestServer, testServer } from '../support/http.ts'

const HOT = 'custody:hot:USDT'

let server: TestServer
let ines: Awaited<ReturnType<TestServer['asAdmin']>>
let maya: Awaited<ReturnType<TestServer['asMember']>>
let planId: string
let keys = 0

beforeAll(async () => {
  server = await testServer()
  ines = await server.asAdmin('finance')
  maya = await server.asMember()
  planId = (await createPublishedPlan(server.app)).id
})
afterAll(() => server.close())

async function compareCustody(account = HOT): Promise<CustodyLine | undefined> {
  server.clock.advance(1_000)
  await fetchOutsideBalances(server.app)
  return (await listCustody(server.app.db)).find((line) => line.account === account)
}

const post = async (path: string, by: { token: string }, body: object = {}) => {
  const answer = await server.send('POST', path, { token: by.token, key: `r${++keys}`, body })
  expect(answer.status, answer.text).toBe(200)
  return answer.json.data
}

test('custody agrees with the outside after a deposit and after a withdrawal', async () => {
  await createCompletedDeposit(server.app, maya.member, ines.admin, { planId, amount: '2500' })

  const after = await compareCustody()
  expect(after).toMatchObject({ state: 'agrees', outside: { units: after?.held } })
  expect(after?.held).toBeGreaterThan(0n)

  const body = { amount: '700', payment_channel: 'USDT', wallet_address: TEST_ADDRESS }
  const { _id } = await post('/api/withdraw', maya, body)
  await post(`/api/admin/withdrawals/${_id}/approve`, ines, { addressReviewed: true })

  expect(await compareCustody()).toMatchObject({ state: 'agrees', held: after?.held })

  await post(`/api/admin/withdrawals/${_id}/paid`, ines, { txid: 'tx-reconciled' })

  const paid = await compareCustody()
  expect(paid?.state).toBe('agrees')
  expect(paid?.held).toBeLessThan(after?.held ?? 0n)
})

test('payments named by transaction or bank reference are held outside as well', async () => {
  const createQuotedDeposit = async () => {
    const body = { selected_plan: planId, amount: '1000', payment_method: 'USDT' }
    const { _id } = await post('/api/deposit/quote', maya, body)
    await post(`/api/transactions/${_id}/observed-payment`, ines)
    return _id
  }

  await post(`/api/transactions/${await createQuotedDeposit()}/confirm`, ines, {
    received: '990.5',
    txid: 'e1'.repeat(32),
  })
  expect((await compareCustody())?.state).toBe('agrees')

  const bank = { received: '1000.00', bankReference: 'SEPA 17' }
  await post(`/api/transactions/${await createQuotedDeposit()}/confirm`, ines, bank)

  expect(await compareCustody('custody:bank:USD')).toMatchObject({
    state: 'agrees',
    held: 100_000n,
  })
})

test('a difference of one unit is a break until an observation agrees', async () => {
  await createDifference(server.app, { account: HOT, units: -1n })
  expect(await compareCustody()).toMatchObject({ state: 'break', openBreak: { difference: -1n } })
  await createDifference(server.app, { account: HOT, units: 1n })
  expect(await compareCustody()).toMatchObject({ state: 'agrees' })
})

test('the sample history leaves every account in agreement', async () => {
  await seedSandbox(server.app)
  await compareCustody()

  expect((await listCustody(server.app.db)).map((line) => line.state)).toEqual(
    Array(4).fill('agrees'),
  )
  expect(await listBreaks(server.app.db, { open: true })).toEqual([])
})
