import { afterAll, beforeAll, expect, test } from 'vitest'
import { eraseMember } from '#modules/identity/acts/erase-member.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import { aMember, anAdmin } from '#modules/identity/testing.ts'
import { centsFor } from '#modules/market/model.ts'
import type { PlanVersion } from '#modules/plans/model.ts'
import { publishedPlan } from '#modules/plans/testing.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { pendingDeposit } from '../testing.ts'
import { confirmDeposit } from './confirm-deposit.ts'
import { expireQuotes } from './expire-quotes.ts'
import { notePayment } from './note-payment.ts'
import { quoteDeposit } from './quote-deposit.ts'

let house: TestApp
let maya: Member
let ines: Admin
let plan: PlanVersion

beforeAll(async () => {
  house = await testApp()
  maya = (await aMember(house.app)).member
  ines = (await anAdmin(house.app, { role: 'finance' })).admin
  plan = await publishedPlan(house.app)
})
afterAll(() => house.close())

test('an expired deposit whose payment came after all is pending again, and confirmed at the rate of then', async () => {
  const { id, coinAmount } = await quoteDeposit(house.app, maya, {
    planId: plan.id,
    amount: '3000',
    method: 'BITCOIN',
  })

  house.app.clock.advance(9 * 3_600_000)
  await expireQuotes(house.app)

  const { rate } = await house.app.prices.price('BTC')
  const seen = await notePayment(house.app, ines, id)
  expect(seen).toMatchObject({ status: 'pending', late: true, creditRate: rate, proofType: null })
  expect(seen.timeline.map((step) => step.what)).toEqual([
    'Quote taken',
    'Quote expired',
    'Payment seen',
  ])

  const done = await confirmDeposit(house.app, ines, { depositId: id })
  expect(done.credited).toBe(centsFor(coinAmount, rate, 'BTC'))
})

test('a payment seen in time keeps the locked rate, and it is noted once, by finance', async () => {
  const { id, rate } = await quoteDeposit(house.app, maya, {
    planId: plan.id,
    amount: '1000',
    method: 'USDT',
  })

  const { admin: support } = await anAdmin(house.app, { role: 'support' })
  await expect(notePayment(house.app, support, id)).rejects.toMatchObject({ status: 403 })
  expect(await notePayment(house.app, ines, id)).toMatchObject({ late: false, creditRate: rate })
  await expect(notePayment(house.app, ines, id)).rejects.toMatchObject({
    code: 'already_submitted',
  })

  const proved = await pendingDeposit(house.app, maya, { planId: plan.id, amount: '1000' })
  await expect(notePayment(house.app, ines, proved.id)).rejects.toMatchObject({ status: 409 })
})

test('a payment for a quote whose member has left is refused with what to do, and nothing is changed', async () => {
  const { app } = house
  const { member } = await aMember(app)
  const { id } = await quoteDeposit(app, member, {
    planId: plan.id,
    amount: '1000',
    method: 'USDT',
  })

  app.clock.advance(3_600_000)
  await app.db.transaction().execute((tx) => eraseMember(tx, member.id, app.clock.now()))

  await expect(notePayment(app, ines, id)).rejects.toMatchObject({
    code: 'account_closed',
    status: 409,
  })
})
