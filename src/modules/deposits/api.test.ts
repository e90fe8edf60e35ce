import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Member } from '#modules/identity/model.ts'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { type TestServer, testServer } from '../../../tests/support/http.ts'
import { quoteDeposit } from './commands/quote-deposit.ts'
import { createPendingDeposit, payOnChain } from './testing.ts'

let server: TestServer
let planId: string
let token: string
let member: Member

beforeAll(async () => {
  server = await testServer()
  planId = (await createPublishedPlan(server.app, { minAmount: 100_000n })).id
  token = (await server.asAdmin('finance')).token
  member = (await server.asMember()).member
})
afterAll(() => server.close())

const review = (id: string, received = '') =>
  server.send('GET', `/api/transactions/${id}/review${received && `?received=${received}`}`, {
    token,
  })

test('the review of a pending deposit shows exactly the rows that confirming then posts', async () => {
  const { id } = await createPendingDeposit(server.app, member, {
    planId,
    amount: '2500',
    method: 'BITCOIN',
  })

  const before = (await review(id)).json.data
  expect(before.effects).toMatchObject({
    credited: '2500.00',
    invested: '2500.00',
    balance: { before: '0.00', after: '2500.00' },
  })

  expect(
    before.entries.map((row: { debit: string; credit: string }) => [row.debit, row.credit]),
  ).toEqual([
    ['custody:hot:BTC', 'exchange:BTC'],
    ['exchange:USD', `member:${member.id}:cash`],
    [`member:${member.id}:cash`, `member:${member.id}:principal`],
  ])

  const confirmed = await server.send('POST', `/api/transactions/${id}/confirm`, {
    token,
    key: 'c1',
    body: {},
  })

  expect(confirmed.status).toBe(200)

  const after = (await review(id)).json.data
  const plain = (rows: object[]) => rows.map((row) => ({ ...row, seq: null }))
  expect(plain(after.entries)).toEqual(before.entries)
  expect(after.effects).toBeNull()
})

test('the review follows the amount that arrived: below the plan’s minimum nothing is invested', async () => {
  const { id } = await createPendingDeposit(server.app, member, {
    planId,
    amount: '1000',
    method: 'USDT',
  })

  const { effects, entries } = (await review(id, '400')).json.data
  expect(effects.invested).toBe('0.00')
  expect(Number(effects.credited)).toBeLessThan(1000)
  expect(entries).toHaveLength(2)
  expect((await review(id, 'much')).status).toBe(400)
})

test('a proof used by another deposit is flagged, and each status is counted', async () => {
  const deposits = await server.send('GET', '/api/transactions?status=pending', { token })
  const [{ _id: id }] = deposits.json.data
  const { checks } = (await review(id)).json.data

  expect(checks).toContainEqual({
    what: 'Same proof uploaded for another deposit',
    verdict: 'review',
    evidence: expect.stringMatching(/^dep_/),
  })

  const counts = (await server.send('GET', '/api/transactions/counts', { token })).json.data
  expect(counts).toEqual({
    all: 2,
    awaiting_payment: 0,
    pending: 1,
    completed: 1,
    rejected: 0,
    reversed: 0,
    expired: 0,
  })
})

test('the review of a confirmed deposit shows what its reversal posts; proposing it answers 202', async () => {
  const deposits = await server.send('GET', '/api/transactions?status=completed', { token })
  const [{ _id: id, credited }] = deposits.json.data
  const { reversal, entries } = (await review(id)).json.data

  expect(entries).toHaveLength(3)
  expect(reversal).toMatchObject({ refusal: null, waiting: null, principal: credited })
  expect(reversal.entries).toHaveLength(3)
  expect(reversal.cash).toEqual({ before: reversal.cash.after, after: reversal.cash.before })

  const path = `/api/transactions/${id}/reverse`
  const body = { reason: 'Credited to the wrong member.' }
  expect((await server.send('POST', path, { token, body })).status).toBe(400)
  const answer = await server.send('POST', path, { token, key: 'reverse-1', body })
  expect(answer.status).toBe(202)
  expect((await review(id)).json.data.reversal.waiting).toMatchObject({
    proposal: answer.json.data.proposal,
  })
})

test('only the staff reads reviews and counts', async () => {
  const { token: theirs } = await server.asMember()
  const { status } = await server.send('GET', '/api/transactions/counts', { token: theirs })
  expect([401, 403]).toContain(status)
})

test('an unpaid deposit shows the warning of an unusual target', async () => {
  const own = await server.asMember()
  const warnings = ['50%', '1%'].map(async (percentage) => {
    const targetBps = Number.parseInt(percentage, 10) * 100
    const plan = await createPublishedPlan(server.app, {
      name: `Of ${percentage}`,
      minAmount: 100_000n,
      targetBps,
    })

    const { id } = await createPendingDeposit(server.app, own.member, {
      planId: plan.id,
      amount: '1000',
      method: 'USDT',
    })

    return (await server.send('GET', `/api/deposit/${id}`, { token: own.token })).json.data.plan
      .warning
  })

  expect(await Promise.all(warnings)).toEqual([expect.stringContaining('far above'), null])
})

test('a completed deposit names its row in the ledger, and the checks have the times of its decision', async () => {
  const own = await server.asMember()
  const times = async () =>
    (await server.send('GET', '/api/deposit/times', { token: own.token })).json.data.measured
  const known = (await times())?.count ?? 0
  const { id: planId } = await createPublishedPlan(server.app, { minAmount: 100_000n })
  const { id } = await createPendingDeposit(server.app, own.member, {
    planId,
    amount: '1500',
    method: 'USDT',
  })

  const read = async () =>
    (await server.send('GET', `/api/deposit/${id}`, { token: own.token })).json.data
  expect(await read()).toMatchObject({
    journalNumber: null,
    overdue: false,
    sampleAddress: true,
    confirmations: 12,
  })

  server.clock.advance(5 * 60_000)
  await server.send('POST', `/api/transactions/${id}/confirm`, { token, key: 'number', body: {} })

  expect(await times()).toMatchObject({ days: 30, count: known + 1, slowestMinutes: 5 })

  await chainJournal(server.app)
  expect((await read()).journalNumber).toMatch(/^\d+$/)
})

test('a deposit that waits for longer than a day is said to be late', async () => {
  const own = await server.asMember()
  const { id: planId } = await createPublishedPlan(server.app, { minAmount: 100_000n })
  const { id } = await createPendingDeposit(server.app, own.member, {
    planId,
    amount: '1600',
    method: 'USDT',
  })

  const overdue = async () => {
    const { token: staff } = await server.asAdmin('finance')
    const { json } = await server.send('GET', '/api/transactions', { token: staff })
    return json.data.find((row: { _id: string }) => row._id === id).overdue
  }

  server.clock.advance(24 * 3_600_000)
  expect(await overdue()).toBe(false)

  server.clock.advance(1)
  expect(await overdue()).toBe(true)
})

test('a bulk review names what each deposit posts, the sums of the ready ones, and why others wait', async () => {
  const { token } = await server.asAdmin('finance')
  const own = await server.asMember()
  const { id: plan } = await createPublishedPlan(server.app, { minAmount: 100_000n })
  const create = async (amount: string) => {
    server.clock.advance(1_000)
    const input = { planId: plan, amount, method: 'USDT' }
    const deposit = await createPendingDeposit(server.app, own.member, input)
    await server.database.owner.query('update deposit set proof_sha256 = id where id = $1', [
      deposit.id,
    ])
    return deposit
  }
  const first = await create('1000')
  const second = await create('1250')
  const decided = await create('1300')
  const unproved = await create('1400')
  await server.send('POST', `/api/transactions/${decided.id}/reject`, {
    token,
    body: { reason: 'Nothing came.' },
  })
  await server.database.owner.query(
    `update deposit set proof_key = null, proof_type = null, proof_bytes = null, proof_sha256 = null
      where id = $1`,
    [unproved.id],
  )

  const ids = [second, first, decided, unproved].map(({ id }) => id)
  const read = (list: string) =>
    server.send('GET', `/api/transactions/reviews?ids=${list}`, { token })
  expect((await read(`${ids},dep_unknown`)).json.message).toBe('There is no deposit dep_unknown.')

  const { json } = await read(`${ids}`)

  const lines = json.data.deposits.map(
    (line: { deposit: { _id: string }; credited: string; refusal: string | null }) => [
      line.deposit._id,
      line.credited,
      line.refusal,
    ],
  )
  expect(lines).toEqual([
    [first.id, '1000.00', null],
    [second.id, '1250.00', null],
    [decided.id, '1300.00', 'No longer pending'],
    [unproved.id, '1400.00', 'No proof of payment'],
  ])
  expect(json.data.ready).toEqual({ count: 2, credited: '2250.00', invested: '2250.00' })

  for (const { deposit, credited, invested } of json.data.deposits.slice(0, 2)) {
    const confirmed = await server.send('POST', `/api/transactions/${deposit._id}/confirm`, {
      token,
      key: deposit._id,
      body: { credited, invested },
    })
    expect(confirmed.json.data).toMatchObject({ status: 'completed', amount: credited })
  }
})

test('one action takes fifty deposits at most', async () => {
  const { token } = await server.asAdmin('finance')
  const ids = (count: number) => Array.from({ length: count }, (_, at) => `dep_${at}`).join(',')
  const read = (count: number) =>
    server.send('GET', `/api/transactions/reviews?ids=${ids(count)}`, { token })

  expect((await read(50)).json.message).toBe('There is no deposit dep_0.')
  expect((await read(51)).json.message).toMatch(/^ids: /)
  expect((await read(51)).json.message).not.toContain('dep_0')
})

test('an on-chain payment shows in the member’s list and in the staff’s filter by evidence', async () => {
  const { member: payer, token: own } = await server.asMember()
  const { token: staff } = await server.asAdmin('finance')
  const plan = await createPublishedPlan(server.app)
  const choice = { planId: plan.id, amount: '2500', method: 'BITCOIN' }
  const quote = await quoteDeposit(server.app, payer, choice)
  const readOwn = async () =>
    (await server.send('GET', '/api/transactions/deposit', { token: own })).json.data[0]
  const filter = async (evidence: string) => {
    const path = `/api/transactions?evidence=${evidence}&q=${quote.id}`
    return (await server.send('GET', path, { token: staff })).json.total
  }

  expect(await readOwn()).toMatchObject({ status: 'awaiting_payment', evidence: null })
  expect([await filter('none'), await filter('shown')]).toEqual([1, 0])

  await payOnChain({ ...server.app, clock: server.clock }, quote, { blocks: 1 })
  expect(await readOwn()).toMatchObject({
    status: 'pending',
    evidence: { state: 'confirming', confirmations: 1, needed: 3 },
  })
  expect([await filter('confirming'), await filter('confirmed')]).toEqual([1, 0])
  expect((await server.send('GET', '/api/transactions?evidence=x', { token: staff })).status).toBe(
    400,
  )
})
