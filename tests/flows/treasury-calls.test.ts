import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createReceipt } from '#modules/ledger/testing.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { fundCapital } from '#modules/treasury/testing.ts'
import { fundMember } from '#modules/withdrawals/testing.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { type TestServer, testServer } from '../support/http.ts'

let server: TestServer
let ines: Awaited<ReturnType<TestServer['asAdmin']>>
let ruth: typeof ines
let keys = 0
beforeAll(async () => {
  server = await testServer()
  ruth = await server.asAdmin('owner')
  ines = await server.asAdmin('finance')
})
afterAll(() => server.close())

const send = (path: string, body: object, who = ines, key = `k${++keys}`) =>
  server.send('POST', `/api/admin/treasury/${path}`, { token: who.token, key, body })
const decide = (id: string, hash: string, who = ruth) =>
  server.send('POST', `/api/admin/approvals/${id}/approve`, {
    token: who.token,
    key: `k${++keys}`,
    body: { hash },
  })
const read = async (path: string) =>
  (await server.send('GET', path, { token: ines.token })).json.data
const reason = 'As agreed, minutes of Tuesday.'

describe('what needs a second admin', () => {
  test('is answered with 202 and its content, posts nothing, and is done by another', async () => {
    const body = { currency: 'USD', amount: 12500.5, bankReference: 'SEPA 1', reason }
    const response = await send('capital/in', body)
    expect([response.status, response.json.message]).toEqual([
      202,
      'Waiting for approval by a second admin',
    ])

    const { _id, hash } = response.json.data
    expect(response.json.data).toMatchObject({
      kind: 'capital_paid_in',
      state: 'waiting',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      content: {
        currency: 'USD',
        cents: '1250050',
        place: 'bank',
        observedAs: 'bank SEPA 1',
        rate: null,
        reason,
      },
    })

    const [shown] = await read('/api/admin/approvals')
    expect(shown).toMatchObject({
      _id,
      hash,
      permission: 'capital.record',
      content: response.json.data.content,
    })

    expect((await read('/api/admin/treasury')).equity).toBe('0.00')
    expect((await decide(_id, hash, ines)).json.code).toBe('second_admin')
    expect((await decide(_id, '0'.repeat(64))).json.code).toBe('content_changed')
    expect((await decide(_id, hash)).status).toBe(200)
    expect((await decide(_id, hash)).json.code).toBe('already_decided')
    expect((await read('/api/admin/treasury')).equity).toBe('12500.50')
  })

  test('leaves the proposal undecided when it can no longer be carried out', async () => {
    const take = () => send('promotion/fund', { amount: '8000', reason })
    const [first, second] = [(await take()).json.data, (await take()).json.data]
    expect((await decide(first._id, first.hash)).status).toBe(200)

    const failed = await decide(second._id, second.hash)
    expect([failed.status, failed.json.code]).toEqual([422, 'insufficient_funds'])
    expect((await read(`/api/admin/approvals/${second._id}`)).state).toBe('waiting')
    expect((await read('/api/admin/treasury')).promotion).toBe('8000.00')
  })

  test('has one effect a key: repeated it is the same proposal', async () => {
    const body = { amount: '100', reason }
    const first = await send('promotion/return', body, ines, 'twice')
    const again = await send('promotion/return', body, ines, 'twice')

    expect(again.text).toBe(first.text)
    expect(again.headers.get('idempotency-replayed')).toBe('true')

    const waiting = await read('/api/admin/approvals?state=waiting')
    expect(
      waiting.filter(
        ({ content }: { content: { kind: string } }) => content.kind === 'promotion_returned',
      ),
    ).toHaveLength(1)
  })
})

test('what one admin may do alone is done at once, with 200', async () => {
  await fundCapital(server.app, 'BTC', 300_000_000n)

  const txid = 'd0'.repeat(32)
  const fee = await send('network-fees', { currency: 'BTC', amount: '0.001', txid })
  expect([fee.status, fee.json.data.state, fee.json.data.hash]).toEqual([200, 'done', null])

  const large = await send('network-fees', {
    currency: 'BTC',
    amount: '0.01',
    txid: 'd2'.repeat(32),
  })

  expect([large.status, large.json.data.state]).toEqual([202, 'waiting'])

  const move = { currency: 'BTC', amount: '1.25', toPlace: 'cold', opensPlace: true, reason }
  const moved = await send('custody/move', move)
  expect([moved.status, moved.json.data.content.opensPlace]).toEqual([202, 'true'])
  expect((await decide(moved.json.data._id, moved.json.data.hash)).status).toBe(200)

  const { custody } = await read('/api/admin/treasury')
  expect(custody).toContainEqual(
    expect.objectContaining({ place: 'cold', currency: 'BTC', amount: '1.25000000' }),
  )
})

describe('a refusal names its field', () => {
  const refusals: [path: string, body: object, status: number, code: string, field: string][] = [
    ['capital/in', { currency: 'BTC', amount: '1,5', reason }, 400, 'invalid_amount', 'amount'],
    ['capital/in', { currency: 'DOGE', amount: '1', reason }, 400, 'validation', 'currency'],
    [
      'capital/out',
      { currency: 'BTC', amount: '1', reason },
      400,
      'destination_needed',
      'destination',
    ],
    [
      'capital/out',
      { currency: 'BTC', amount: '999', destination: 'x', reason },
      422,
      'insufficient_funds',
      'amount',
    ],
    [
      'assets/place',
      { plan: 'pln_none', currency: 'BTC', amount: '1', destination: 'x', reason },
      422,
      'unknown_plan',
      'plan',
    ],
    ['assets/return', { currency: 'BTC', amount: '1', reason }, 400, 'validation', 'plan'],
    ['promotion/fund', { amount: '-5', reason }, 400, 'validation', 'amount'],
    ['suspense', { currency: 'ETH', amount: '1' }, 400, 'reason_needed', 'reason'],
    [
      'custody/move',
      { currency: 'BTC', amount: '1', toPlace: 'vault', reason },
      422,
      'unknown_place',
      'toPlace',
    ],
    [
      'custody/convert',
      { currency: 'BTC', amount: '1', toCurrency: 'BTC', received: '1', reason },
      400,
      'same_currency',
      'toCurrency',
    ],
    ['network-fees', { currency: 'BTC', amount: '0.0001' }, 400, 'invalid_txid', 'txid'],
    ['fees/take', { amount: '5', reason }, 422, 'insufficient_funds', 'amount'],
  ]

  for (const [path, body, status, code, field] of refusals)
    test(`${path}: ${code} at ${field}`, async () => {
      const { status: found, json } = await send(path, body)
      expect({ status: found, code: json.code, field: json.errors[0]?.field }).toEqual({
        status,
        code,
        field,
      })
    })

  test('and what isn’t in suspense is not found', async () => {
    const { status, json } = await send('suspense/rcp_none/match', { member: 'mem_none', reason })
    expect([status, json.code]).toEqual([404, 'not_found'])
  })
})

test('receipts are listed newest first, open or used', async () => {
  server.clock.advance(1_000)

  const suspenseInput = { currency: 'USD', amount: '0.50', bankReference: 'SEPA 7', reason }
  await send('capital/in', { ...suspenseInput, bankReference: 'SEPA 8' })
  await send('suspense', suspenseInput)
  await runInTransaction(server.app.db, (tx) => createReceipt(tx, 'ETH', 5n))

  const [newest] = await read('/api/admin/receipts')
  expect(newest).toMatchObject({
    source: 'bank',
    reference: 'SEPA 7',
    currency: 'USD',
    amount: '0.50',
    consumedBy: expect.any(String),
  })

  const states = async (state: string) =>
    (await read(`/api/admin/receipts?state=${state}`)).map(
      (one: { consumedBy: string | null }) => one.consumedBy !== null,
    )
  expect(await states('open')).toEqual([false])
  expect(new Set(await states('used'))).toEqual(new Set([true]))
})

test('custody is what is owed plus the operator’s money and gain, at current prices', async () => {
  const plan = await createPublishedPlan(server.app)
  const { member } = await server.asMember()
  await fundMember(server.app, member.id, {
    cash: 700_000n,
    invested: 300_000n,
    planVersionId: plan.id,
  })

  const place = {
    plan: plan.planId,
    currency: 'BTC',
    amount: '0.03',
    destination: 'Broker',
    reason,
  }
  const { _id, hash } = (await send('assets/place', place)).json.data
  await decide(_id, hash)
  await send('suspense', { currency: 'USD', amount: '40', reason })
  server.clock.advance(86_400_000)
  ines = await server.asAdmin('finance')

  const treasury = await read('/api/admin/treasury')
  expect(treasury).toMatchObject({ owedToMembers: '10000.00', fees: '0.00' })
  expect(treasury.plans).toEqual([
    { _id: plan.planId, placed: expect.stringMatching(/^2\d{3}\.\d\d$/), income: '0.00' },
  ])
  expect(treasury.suspense).toMatchObject([
    { currency: 'USD', amount: '40.00', reason },
    { currency: 'USD', amount: '0.50' },
  ])
  expect(treasury.prices).toHaveLength(3)

  const cents = (text: string) => BigInt(text.replace('.', ''))
  const sum = (all: { worth: string }[]) =>
    all.reduce((total, { worth }) => total + cents(worth), 0n)
  const has = sum(treasury.custody) + cents(treasury.plans[0].placed)
  const owes =
    cents(treasury.owedToMembers) +
    cents(treasury.equity) +
    cents(treasury.promotion) +
    4_050n +
    cents(treasury.exchange.gain)

  expect(cents(treasury.exchange.gain)).toBe(sum(treasury.exchange.positions))
  expect(cents(treasury.exchange.gain)).not.toBe(0n)
  expect(Math.abs(Number(has - owes))).toBeLessThan(10)
})

test('without a price nothing is worth anything yet, and the rest is still shown', async () => {
  server.clock.advance(60_000)

  const { price } = server.app.prices
  server.app.prices.price = () => Promise.reject(new Error('down'))

  const treasury = await read('/api/admin/treasury')
  server.app.prices.price = price

  expect(treasury.exchange.gain).toBeNull()
  expect(treasury.owedToMembers).toBe('10000.00')
  expect(
    treasury.custody.find((one: { currency: string }) => one.currency === 'BTC').worth,
  ).toBeNull()
})
