import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Member } from '#modules/identity/model.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { computeCoinValue } from '#modules/market/model.ts'
import type { PlanVersion } from '#modules/plans/model.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { setTestSetting } from '#modules/settings/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { LIMITS, OPEN_QUOTES_LIMIT } from '../model.ts'
import { getDeposit } from '../queries.ts'
import { createPendingDeposit } from '../testing.ts'
import { quoteDeposit } from './quote-deposit.ts'

let testApp: TestApp
let maya: Member
let plan: PlanVersion

beforeAll(async () => {
  testApp = await createTestApp({ poolSize: 32 })
  maya = (await createTestMember(testApp.app)).member
  plan = await createPublishedPlan(testApp.app)
})
afterAll(() => testApp.close())

const another = async () => (await createTestMember(testApp.app)).member
const createQuoteInput = () => ({ planId: plan.id, amount: '2500', method: 'BITCOIN' })

test('a quote has an address, exact coin, a locked rate and 20 minutes (30 for USDT)', async () => {
  const quote = await quoteDeposit(testApp.app, maya, createQuoteInput())
  expect(quote).toMatchObject({
    status: 'awaiting_payment',
    amount: 250_000n,
    coin: 'BTC',
    network: 'bitcoin, Bitcoin',
  })

  expect(computeCoinValue(quote.coinAmount, quote.rate, 'BTC')).toBeGreaterThanOrEqual(250_000n)
  expect(computeCoinValue(quote.coinAmount - 1n, quote.rate, 'BTC')).toBeLessThan(250_000n)
  expect(quote.uri).toMatch(/^bitcoin:tb1q.+\?amount=0\.\d+$/)
  expect(quote.expiresAt.getTime() - quote.createdAt.getTime()).toBe(20 * 60_000)

  const usdt = await quoteDeposit(testApp.app, maya, { ...createQuoteInput(), method: 'USDT' })
  expect(usdt.expiresAt.getTime() - usdt.createdAt.getTime()).toBe(30 * 60_000)
  expect(usdt.uri).toBe(usdt.address)
})

test('fifty quotes of an amount at once get fifty coin amounts, a few units apart', async () => {
  const members = await Promise.all(Array.from({ length: 10 }, another))
  const quotes = await Promise.all(
    members.flatMap((member) =>
      [1, 2, 3, 4, 5].map(() =>
        quoteDeposit(testApp.app, member, { ...createQuoteInput(), method: 'USDT' }),
      ),
    ),
  )

  const amounts = quotes.map((quote) => quote.coinAmount).sort((a, b) => (a < b ? -1 : 1))
  expect(new Set(amounts).size).toBe(50)
  expect((amounts[49] ?? 0n) - (amounts[0] ?? 0n)).toBeLessThan(100n)
})

test('a plan that is not on offer is refused at its field', async () => {
  const input = { ...createQuoteInput(), planId: 'pvr_none' }
  await expect(quoteDeposit(testApp.app, maya, input)).rejects.toMatchObject({
    status: 404,
    field: 'selected_plan',
  })
})

test('missing fields and amounts outside the limits are refused with the texts of the contract', async () => {
  const missing = 'Please select a plan, a payment method, and enter an amount.'
  for (const { field, ...broken } of [
    { field: 'selected_plan', amount: '2500', method: 'BITCOIN' },
    { field: 'payment_method', planId: plan.id, amount: '2500' },
    { field: 'payment_method', planId: plan.id, amount: '2500', method: 'DOGE' },
    { field: 'amount', planId: plan.id, method: 'BITCOIN' },
  ])
    await expect(quoteDeposit(testApp.app, maya, broken)).rejects.toMatchObject({
      message: missing,
      status: 400,
      field,
    })

  for (const amount of ['999.99', '10000.01', '0', '-5', 'abc', '1e4', '2500.001'])
    await expect(
      quoteDeposit(testApp.app, maya, { ...createQuoteInput(), amount }),
    ).rejects.toMatchObject({
      message: 'Please enter an amount between $1,000.00 and $10,000.00 for the BASIC plan.',
      status: 400,
      field: 'amount',
    })

  await expect(
    quoteDeposit(testApp.app, maya, { ...createQuoteInput(), planId: 'plv_none' }),
  ).rejects.toMatchObject({
    status: 404,
  })
})

test('a member has at most five open quotes; an expired one makes room', async () => {
  const member = await another()
  for (let taken = 0; taken < OPEN_QUOTES_LIMIT; taken++)
    await quoteDeposit(testApp.app, member, createQuoteInput())
  await expect(quoteDeposit(testApp.app, member, createQuoteInput())).rejects.toMatchObject({
    code: 'too_many_quotes',
  })

  testApp.app.clock.advance(20 * 60_000)
  await expect(quoteDeposit(testApp.app, member, createQuoteInput())).resolves.toMatchObject({
    amount: 250_000n,
  })
})

test('while deposits are paused the public reason is the answer', async () => {
  const open = { deposits: null, withdrawals: null, signUps: null }
  const changed = { by: 'ruth', at: testApp.app.clock.now() }
  const pause = { reason: 'The wallet is being moved.', since: changed.at.toISOString() }
  const set = (deposits: typeof pause | null) =>
    setTestSetting(testApp.app, 'pauses', { ...open, deposits })

  await set(pause)
  await expect(quoteDeposit(testApp.app, maya, createQuoteInput())).rejects.toThrow(
    'The wallet is being moved.',
  )

  await set(null)
})

test('an expired quote is renewed at the current rate, and its amount stays reserved', async () => {
  const member = await another()
  const old = await quoteDeposit(testApp.app, member, {
    planId: plan.id,
    amount: '1234.56',
    method: 'ETHEREUM',
  })

  testApp.app.clock.advance(25 * 60_000)

  const replacement = await quoteDeposit(testApp.app, member, { replaces: old.id })
  expect(replacement).toMatchObject({
    amount: 123_456n,
    method: 'ETHERIUM',
    status: 'awaiting_payment',
  })
  expect(replacement.rate).not.toBe(old.rate)
  expect(
    (await getDeposit(testApp.app.db, member.id, old.id, testApp.app.clock.now())).status,
  ).toBe('expired')
})

test("what was paid already and what is another member's gets no new quote", async () => {
  const member = await another()
  const paid = await createPendingDeposit(testApp.app, member, { planId: plan.id, amount: '1000' })
  await expect(quoteDeposit(testApp.app, member, { replaces: paid.id })).rejects.toMatchObject({
    code: 'already_submitted',
  })

  const { member: tomas } = await createTestMember(testApp.app)
  await expect(quoteDeposit(testApp.app, tomas, { replaces: paid.id })).rejects.toMatchObject({
    status: 404,
  })
})

test('a suspended member gets the reason and no payment address', async () => {
  const { id } = await another()
  await testApp.database.owner.query(
    `update member set status = 'suspended', suspended_reason = 'A payment is being checked.',
      review_on = '2026-12-01'
     where id = $1`,
    [id],
  )

  const asking = quoteDeposit(testApp.app, { ...maya, id }, createQuoteInput())
  await expect(asking).rejects.toMatchObject({ code: 'suspended', status: 403 })
})

test('asked many times at once, no more than a few quotes are given', async () => {
  const member = await another()
  const quoteRequests = Array.from({ length: 3 * OPEN_QUOTES_LIMIT }, () =>
    quoteDeposit(testApp.app, member, createQuoteInput()),
  )
  const acceptedQuotes = (await Promise.allSettled(quoteRequests)).filter(
    (one) => one.status === 'fulfilled',
  )

  expect(acceptedQuotes).toHaveLength(OPEN_QUOTES_LIMIT)
})

test('repeated quotes are rate limited, because each one reserves a coin amount', async () => {
  const member = await another()
  let { id } = await quoteDeposit(testApp.app, member, createQuoteInput())

  for (let taken = 0; taken < LIMITS.quoteAgain.max; taken++)
    id = (await quoteDeposit(testApp.app, member, { replaces: id })).id
  await expect(quoteDeposit(testApp.app, member, { replaces: id })).rejects.toMatchObject({
    status: 429,
  })
})

test('a deposit from a blocked country is rejected, also for existing members', async () => {
  const { member } = await createTestMember(testApp.app)
  const set = (refused: string[]) => setTestSetting(testApp.app, 'countries', { blocked: refused })

  await set([member.country])

  const quoteInput = { planId: plan.id, amount: '1000', method: 'USDT' }
  const refused = quoteDeposit(testApp.app, member, quoteInput)
  await expect(refused).rejects.toMatchObject({ code: 'country_refused', status: 403 })

  await set([])
})

test('a member who has not accepted the current terms gets no quote', async () => {
  const { member } = await createTestMember(testApp.app)
  const legal = { terms: '2026-12-01', riskDisclosure: '2026-11-01' }
  await setTestSetting(testApp.app, 'legal', legal)

  await expect(
    quoteDeposit(testApp.app, member, { planId: plan.id, amount: '1000', method: 'USDT' }),
  ).rejects.toMatchObject({ code: 'consent_needed', status: 403 })
})
