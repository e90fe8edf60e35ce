import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Admin, Member } from '#modules/identity/model.ts'
import { eraseMember } from '#modules/identity/steps/erase-member.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { computeCoinValue } from '#modules/market/model.ts'
import type { PlanVersion } from '#modules/plans/model.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { createPendingDeposit } from '../testing.ts'
import { confirmDeposit } from './confirm-deposit.ts'
import { expireQuotes } from './expire-quotes.ts'
import { quoteDeposit } from './quote-deposit.ts'
import { recordObservedPayment } from './record-observed-payment.ts'

let testApp: TestApp
let maya: Member
let ines: Admin
let plan: PlanVersion

beforeAll(async () => {
  testApp = await createTestApp()
  maya = (await createTestMember(testApp.app)).member
  ines = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
  plan = await createPublishedPlan(testApp.app)
})
afterAll(() => testApp.close())

test('an expired deposit whose payment came after all is pending again, and confirmed at the rate of its arrival', async () => {
  const { id, coinAmount } = await quoteDeposit(testApp.app, maya, {
    planId: plan.id,
    amount: '3000',
    method: 'BITCOIN',
  })

  testApp.app.clock.advance(9 * 3_600_000)
  await expireQuotes(testApp.app)

  const { rate } = await testApp.app.prices.price('BTC')
  const observedDeposit = await recordObservedPayment(testApp.app, ines, { depositId: id })
  expect(observedDeposit).toMatchObject({
    status: 'pending',
    late: true,
    creditRate: rate,
    proofType: null,
  })
  expect(observedDeposit.timeline.map((step) => step.what)).toEqual([
    'Quote created',
    'Quote expired',
    'Payment seen',
  ])

  const done = await confirmDeposit(testApp.app, ines, { depositId: id })
  expect(done.credited).toBe(computeCoinValue(coinAmount, rate, 'BTC'))
})

test('a payment observed in time has the locked rate; finance records it once', async () => {
  const { id, rate } = await quoteDeposit(testApp.app, maya, {
    planId: plan.id,
    amount: '1000',
    method: 'USDT',
  })

  const { admin: support } = await createTestAdmin(testApp.app, { role: 'support' })
  await expect(
    recordObservedPayment(testApp.app, support, { depositId: id }),
  ).rejects.toMatchObject({
    status: 403,
  })
  expect(await recordObservedPayment(testApp.app, ines, { depositId: id })).toMatchObject({
    late: false,
    creditRate: rate,
  })
  await expect(recordObservedPayment(testApp.app, ines, { depositId: id })).rejects.toMatchObject({
    code: 'already_submitted',
  })

  const proved = await createPendingDeposit(testApp.app, maya, { planId: plan.id, amount: '1000' })
  await expect(
    recordObservedPayment(testApp.app, ines, { depositId: proved.id }),
  ).rejects.toMatchObject({
    status: 409,
  })
})

test('a payment for a member who has left is refused with what to do, and nothing is changed', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const { id } = await quoteDeposit(app, member, {
    planId: plan.id,
    amount: '1000',
    method: 'USDT',
  })

  app.clock.advance(3_600_000)
  await app.db.transaction().execute((tx) => eraseMember(tx, member.id, app.clock.now()))

  await expect(recordObservedPayment(app, ines, { depositId: id })).rejects.toMatchObject({
    code: 'account_closed',
    status: 409,
  })
})
