import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCompletedDeposit, createPendingDeposit } from '#modules/deposits/testing.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import { openTestSession } from '#modules/identity/testing.ts'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { markPaid } from '#modules/withdrawals/commands/mark-paid.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { approveReviewed, TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { type TestServer, testServer } from '../support/http.ts'

let server: TestServer
let maya: { member: Member; token: string }
let ines: { admin: Admin; token: string }

/** Two deposits of months and of days ago, one waiting, one withdrawal paid and one waiting. */
beforeAll(async () => {
  server = await testServer({ startAt: '2026-09-01T09:00:00Z' })

  const plan = await createPublishedPlan(server.app)
  const early = await server.asMember()
  const staff = (await server.asAdmin('finance')).admin

  await createCompletedDeposit(server.app, early.member, staff, { planId: plan.id, amount: '3000' })
  server.clock.set('2026-11-10T09:00:00Z')
  await createCompletedDeposit(server.app, early.member, staff, { planId: plan.id, amount: '2000' })
  server.clock.advance(60_000)
  await createPendingDeposit(server.app, early.member, { planId: plan.id, amount: '1500' })

  const input = { method: 'USDT', address: TEST_ADDRESS }
  const paid = await requestWithdrawal(server.app, early.member, { ...input, amount: '500' })
  await approveReviewed(server.app, staff, paid.id)
  await markPaid(server.app, staff, { withdrawalId: paid.id, txid: 'tx-figures' })
  await requestWithdrawal(server.app, early.member, { ...input, amount: '250' })
  server.clock.set('2026-11-20T09:00:00Z')
  maya = { member: early.member, token: (await openTestSession(server.app, early.member)).token }
  ines = { admin: staff, token: (await openTestSession(server.app, staff)).token }
})
afterAll(() => server.close())

const get = async (path: string, token: string) => await server.send('GET', path, { token })

test('a member reads balance, totals, accrued and due, each from the ledger', async () => {
  const { data } = (await get('/api/user', maya.token)).json
  expect(data).toMatchObject({
    first_name: maya.member.firstName,
    status: 'active',
    withdrawable_balance: '4250.00',
    total_balance: '0.00',
    total_invest: '5000.00',
    total_withdrawal: '500.00',
    cash: '0.00',
    principal: '4250.00',
    held: '250.00',
    due: '1500.00',
    accrued: '208.33',
  })
})

test('the fields of the contract are there, each in its form', async () => {
  const { data } = (await get('/api/user', maya.token)).json
  for (const field of ['_id', 'last_name', 'email', 'phone_number', 'referral_code', 'createdAt'])
    expect(data[field], field).toEqual(expect.any(String))
  const raw = (await get('/api/user', maya.token)).text
  expect(raw).toContain('"withdrawable_balance":4250.00')
})

test('chained rows have a journal number, and each says what changed the portfolio value', async () => {
  await chainJournal(server.app)

  const { data } = (await get('/api/user/entries?limit=4', maya.token)).json
  expect(data).toHaveLength(4)
  expect(data[0]).toMatchObject({
    what: 'Withdrawal requested',
    amount: '250.00',
    change: '0.00',
  })

  expect(data[1]).toMatchObject({ what: 'Redeemed from a plan', change: '0.00' })

  for (const row of data) expect(row.journalNumber).toMatch(/^\d+$/)
  expect((await get('/api/user/entries?limit=0', maya.token)).status).toBe(400)
})

test('the staff reads the same figures, and totals that are counted', async () => {
  const tomas = await server.asMember()
  const list = (await get('/api/admin/users', ines.token)).json
  expect(list.total_users).toBe(2)
  expect(list.data).toEqual({ users: list.users, total_users: 2 })

  const line = list.users.find((user: { _id: string }) => user._id === maya.member.id)
  expect(line).toMatchObject({ withdrawable_balance: '4250.00', total_invest: '5000.00' })

  const one = (await get(`/api/admin/users/${maya.member.id}`, ines.token)).json.data
  expect(one).toMatchObject({
    withdrawable_balance: '4250.00',
    total_withdrawal: '500.00',
    due: '1500.00',
  })

  expect(one.positions).toHaveLength(2)
  expect((await get('/api/admin/users/mem_none', ines.token)).status).toBe(404)

  const totals = (await get('/api/admin/totals', ines.token)).json.data
  expect(totals).toMatchObject({
    total_users: 2,
    waiting_approvals: 0,
    open_breaks: 0,
    active_users: 1,
    total_deposit: '5000.00',
    total_withdrawals: '500.00',
    pending_deposits: 1,
    pending_withdrawals: 1,
    approved_withdrawals: 0,
  })

  expect((await get('/api/admin/funds', ines.token)).json.data).toBe('5000.00')
  expect((await get('/api/admin/pending', ines.token)).json.data).toBe(1)
  expect((await get('/api/admin/totals', tomas.token)).status).toBe(403)
})

test('only the staff can download a proof, as a file that runs nothing', async () => {
  const [line] = (await get('/api/transactions?status=pending', ines.token)).json.data
  const answer = await server.fetch(line.proof.path, {
    headers: { authorization: `Bearer ${ines.token}` },
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('image/png')
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="proof-dep_\w+\.png"$/,
  )
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('content-security-policy')).toContain('sandbox')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(
    Buffer.from(await answer.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG')

  expect((await get(line.proof.path, maya.token)).status).toBe(403)
  expect((await server.fetch(line.proof.path)).status).toBe(401)
})

test('wallets are saved, checked and read back over HTTP', async () => {
  const put = (body: object) => server.send('PUT', '/api/wallets', { token: maya.token, body })
  const mistyped = await put({ bitcoin: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5' })
  expect(mistyped.json).toMatchObject({ code: 'invalid_address', errors: [{ field: 'bitcoin' }] })

  const saved = await put({
    bitcoin: 'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy',
  })
  expect(saved.json.message).toBe('Wallet address saved successfully')

  const { data } = (await get('/api/wallets', maya.token)).json
  expect(data).toMatchObject({
    bitcoin: 'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy',
    usdt: TEST_ADDRESS,
  })
  expect(data.saved).toHaveLength(2)
  expect(data.saved[0]).toMatchObject({ network: 'testnet', usable: true })
})

test('lists are the member’s own, and malformed calls are answered, not broken on', async () => {
  const tomas = await server.asMember()
  expect((await get('/api/transactions/deposit', tomas.token)).json.data).toEqual([])

  const mine = (await get('/api/transactions/deposit', maya.token)).json.data
  expect(mine.map((line: { status: string }) => line.status)).toEqual([
    'pending',
    'completed',
    'completed',
  ])

  expect((await get('/api/withdraw', maya.token)).json.data).toHaveLength(2)
  expect((await get(`/api/deposit/${mine[0]._id}`, tomas.token)).status).toBe(404)

  for (const body of ['{', '[]', '{"amount":{}}', '{"amount":"1e9","selected_plan":[]}']) {
    const headers = { 'content-type': 'application/json' }
    const answer = await server.send('POST', '/api/deposit/quote', {
      token: maya.token,
      body,
      headers,
    })

    expect(answer.status, body).toBe(400)
  }
})
