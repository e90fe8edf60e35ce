import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Member } from '#modules/identity/model.ts'
import { aMember } from '#modules/identity/testing.ts'
import { centsFor } from '#modules/market/model.ts'
import type { PlanVersion } from '#modules/plans/model.ts'
import { publishedPlan } from '#modules/plans/testing.ts'
import { setSetting } from '#modules/settings/acts/set-setting.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { LIMITS, OPEN_QUOTES_LIMIT } from '../model.ts'
import { getDeposit } from '../queries.ts'
import { pendingDeposit } from '../testing.ts'
import { quoteDeposit } from './quote-deposit.ts'

let house: TestApp
let maya: Member
let plan: PlanVersion

beforeAll(async () => {
  house = await testApp({ poolSize: 32 })
  maya = (await aMember(house.app)).member
  plan = await publishedPlan(house.app)
})
afterAll(() => house.close())

const another = async () => (await aMember(house.app)).member
const wanted = () => ({ planId: plan.id, amount: '2500', method: 'BITCOIN' })

test('a quote tells address, exact coin at a locked rate, and twenty minutes (thirty for USDT)', async () => {
  const quote = await quoteDeposit(house.app, maya, wanted())
  expect(quote).toMatchObject({
    status: 'awaiting_payment',
    amount: 250_000n,
    coin: 'BTC',
    network: 'bitcoin, Bitcoin',
  })

  expect(centsFor(quote.coinAmount, quote.rate, 'BTC')).toBeGreaterThanOrEqual(250_000n)
  expect(centsFor(quote.coinAmount - 1n, quote.rate, 'BTC')).toBeLessThan(250_000n)
  expect(quote.uri).toMatch(/^bitcoin:tb1q.+\?amount=0\.\d+$/)
  expect(quote.expiresAt.getTime() - quote.createdAt.getTime()).toBe(20 * 60_000)

  const usdt = await quoteDeposit(house.app, maya, { ...wanted(), method: 'USDT' })
  expect(usdt.expiresAt.getTime() - usdt.createdAt.getTime()).toBe(30 * 60_000)
  expect(usdt.uri).toBe(usdt.address)
})

test('fifty quotes of the same amount at once are fifty different coin amounts, a few units apart', async () => {
  const members = await Promise.all(Array.from({ length: 10 }, another))
  const quotes = await Promise.all(
    members.flatMap((member) =>
      [1, 2, 3, 4, 5].map(() => quoteDeposit(house.app, member, { ...wanted(), method: 'USDT' })),
    ),
  )

  const amounts = quotes.map((quote) => quote.coinAmount).sort((a, b) => (a < b ? -1 : 1))
  expect(new Set(amounts).size).toBe(50)
  expect((amounts[49] ?? 0n) - (amounts[0] ?? 0n)).toBeLessThan(100n)
})

test('what is missing and what is outside the limits is refused with the texts of the contract', async () => {
  const missing = 'Please select a plan, a payment method, and enter an amount.'
  for (const { field, ...broken } of [
    { field: 'selected_plan', amount: '2500', method: 'BITCOIN' },
    { field: 'payment_method', planId: plan.id, amount: '2500' },
    { field: 'payment_method', planId: plan.id, amount: '2500', method: 'DOGE' },
    { field: 'amount', planId: plan.id, method: 'BITCOIN' },
  ])
    await expect(quoteDeposit(house.app, maya, broken)).rejects.toMatchObject({
      message: missing,
      status: 400,
      field,
    })

  for (const amount of ['999.99', '10000.01', '0', '-5', 'abc', '1e4', '2500.001'])
    await expect(quoteDeposit(house.app, maya, { ...wanted(), amount })).rejects.toMatchObject({
      message: 'Please enter an amount between $1,000.00 and $10,000.00 for the BASIC plan.',
      status: 400,
      field: 'amount',
    })

  await expect(
    quoteDeposit(house.app, maya, { ...wanted(), planId: 'plv_none' }),
  ).rejects.toMatchObject({
    status: 404,
  })
})

test('nobody keeps more than a few quotes open; one that has expired makes room', async () => {
  const member = await another()
  for (let taken = 0; taken < OPEN_QUOTES_LIMIT; taken++)
    await quoteDeposit(house.app, member, wanted())
  await expect(quoteDeposit(house.app, member, wanted())).rejects.toMatchObject({
    code: 'too_many_quotes',
  })

  house.app.clock.advance(20 * 60_000)
  await expect(quoteDeposit(house.app, member, wanted())).resolves.toMatchObject({
    amount: 250_000n,
  })
})

test('while deposits are paused the public reason is the answer', async () => {
  const open = { deposits: null, withdrawals: null, signUps: null }
  const changed = { by: 'ruth', at: house.app.clock.now() }
  const pause = { reason: 'The wallet is being moved.', since: changed.at.toISOString() }
  const set = (deposits: typeof pause | null) =>
    house.app.db
      .transaction()
      .execute((tx) => setSetting(tx, 'pauses', { ...open, deposits }, changed))

  await set(pause)
  await expect(quoteDeposit(house.app, maya, wanted())).rejects.toThrow(
    'The wallet is being moved.',
  )

  await set(null)
})

test('a quote that ran out is taken again at the rate of now, and the old amount stays known', async () => {
  const member = await another()
  const old = await quoteDeposit(house.app, member, {
    planId: plan.id,
    amount: '1234.56',
    method: 'ETHEREUM',
  })

  house.app.clock.advance(25 * 60_000)

  const fresh = await quoteDeposit(house.app, member, { replaces: old.id })
  expect(fresh).toMatchObject({ amount: 123_456n, method: 'ETHERIUM', status: 'awaiting_payment' })
  expect(fresh.rate).not.toBe(old.rate)
  expect((await getDeposit(house.app.db, member.id, old.id, house.app.clock.now())).status).toBe(
    'expired',
  )
})

test("what was paid already and what is another member's gets no new quote", async () => {
  const member = await another()
  const paid = await pendingDeposit(house.app, member, { planId: plan.id, amount: '1000' })
  await expect(quoteDeposit(house.app, member, { replaces: paid.id })).rejects.toMatchObject({
    code: 'already_submitted',
  })

  const { member: tomas } = await aMember(house.app)
  await expect(quoteDeposit(house.app, tomas, { replaces: paid.id })).rejects.toMatchObject({
    status: 404,
  })
})

test('a suspended member is told why, and gets no address to pay to', async () => {
  const { id } = await another()
  await house.database.owner.query(
    `update member set status = 'suspended', suspended_reason = 'A payment is being checked.',
      review_on = '2026-12-01'
     where id = $1`,
    [id],
  )

  const asking = quoteDeposit(house.app, { ...maya, id }, wanted())
  await expect(asking).rejects.toMatchObject({ code: 'suspended', status: 403 })
})

test('asked many times at once, no more than a few quotes are given', async () => {
  const member = await another()
  const asked = Array.from({ length: 3 * OPEN_QUOTES_LIMIT }, () =>
    quoteDeposit(house.app, member, wanted()),
  )
  const given = (await Promise.allSettled(asked)).filter((one) => one.status === 'fulfilled')

  expect(given).toHaveLength(OPEN_QUOTES_LIMIT)
})

test('quoting again and again is slowed down: each quote keeps a coin amount from everybody else', async () => {
  const member = await another()
  let { id } = await quoteDeposit(house.app, member, wanted())

  for (let taken = 0; taken < LIMITS.quoteAgain.max; taken++)
    id = (await quoteDeposit(house.app, member, { replaces: id })).id
  await expect(quoteDeposit(house.app, member, { replaces: id })).rejects.toMatchObject({
    status: 429,
  })
})

test('no new money is taken from a country that the operator refuses, whoever lived there before', async () => {
  const { member } = await aMember(house.app)
  const set = (refused: string[]) =>
    house.app.db
      .transaction()
      .execute((tx) =>
        setSetting(tx, 'countries', { refused }, { by: 'Ruth', at: house.app.clock.now() }),
      )

  await set([member.country])

  const wanted = { planId: plan.id, amount: '1000', method: 'USDT' }
  const refused = quoteDeposit(house.app, member, wanted)
  await expect(refused).rejects.toMatchObject({ code: 'country_refused', status: 403 })

  await set([])
})
