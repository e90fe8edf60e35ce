import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { createCompletedDeposit } from '#modules/deposits/testing.ts'
import { checkIntegrity } from '#modules/integrity/commands/check-integrity.ts'
import { getMemberBalances } from '#modules/ledger/queries.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { endRedemptionNotices } from '#modules/plans/steps/end-redemption-notices.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { type TestServer, testServer } from '../support/http.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

/** What settling a day does with the notices that end on it. */
const endToday = () =>
  server.app.db.transaction().execute(async (tx) => {
    const { transfers, processedCount } = await endRedemptionNotices(
      tx,
      server.app,
      server.clock.today(),
      100,
    )
    if (transfers.length > 0) await post(tx, transfers)
    return processedCount
  })

test('a deposit or cash opens a position; a redemption notice frees cash to withdraw', async () => {
  const { app } = server
  const { admin: ines } = await server.asAdmin('finance')
  const plan = await createPublishedPlan(app, {
    name: 'HARBOUR',
    targetBps: 1_000,
    termDays: 100,
    noticePeriodDays: 10,
  })

  const { member, token } = await server.asMember()
  await createCompletedDeposit(app, member, ines, { planId: plan.id, amount: '5000' })

  let keys = 0
  const send = async (path: string, body: object) =>
    await server.send('POST', path, { token, key: `notice-${++keys}`, body })
  const withdraw = (amount: string) =>
    send('/api/withdraw', { amount, payment_channel: 'USDT', wallet_address: TEST_ADDRESS })
  const available = async () =>
    (await server.send('GET', '/api/withdraw/available', { token })).json.data

  const [position] = (await server.send('GET', '/api/positions', { token })).json.data
  const tooEarly = await withdraw('2000')

  expect([tooEarly.status, tooEarly.json.code]).toEqual([409, 'notice_needed'])
  expect(await available()).toMatchObject({
    balance: '5000.00',
    withdrawable: '0.00',
    principalRequiringNotice: [
      { plan: 'HARBOUR', family: 'crypto', noticePeriodDays: 10, principal: '5000.00' },
    ],
  })

  const response = await send(`/api/positions/${position._id}/notice`, { amount: '3000' })
  expect(response.json.data).toMatchObject({ endsOn: addDays(server.clock.today(), 10), place: 1 })

  for (let days = 0; days < 9; days++) {
    server.clock.setOffsetDays(server.clock.offsetDays() + 1)
    expect(await endToday()).toBe(0)
  }

  server.clock.setOffsetDays(server.clock.offsetDays() + 1)
  expect(await endToday()).toBe(1)
  expect(await available()).toMatchObject({
    balance: '5000.00',
    withdrawable: '3000.00',
    cash: '3000.00',
  })

  const again = await send('/api/positions', { selected_plan: plan.id, amount: '1000' })
  expect(again.json.data).toMatchObject({ origin: 'balance', remaining: '1000.00' })
  expect((await withdraw('2000')).status).toBe(200)
  expect(await getMemberBalances(app.db, member.id)).toMatchObject({
    cash: 0n,
    principal: 300_000n,
    holdCash: 200_000n,
  })

  expect(await checkIntegrity(app, { whole: true })).toMatchObject({ problems: [] })
})
