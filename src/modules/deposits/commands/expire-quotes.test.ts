import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '#modules/identity/testing.ts'
import { publishedPlan } from '#modules/plans/testing.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { AMOUNT_KEPT_MS } from '../model.ts'
import { listDeposits } from '../queries.ts'
import { expireQuotes } from './expire-quotes.ts'
import { quoteDeposit } from './quote-deposit.ts'

let house: TestApp

beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

test('a quote that ended is expired before and after the job, and its amount is free again only much later', async () => {
  const { member } = await aMember(house.app)
  const plan = await publishedPlan(house.app)
  const wanted = { planId: plan.id, amount: '1000', method: 'USDT' }
  const { id } = await quoteDeposit(house.app, member, wanted)
  const row = async () =>
    (
      await house.database.owner.query('select status, amount_kept from deposit where id = $1', [
        id,
      ])
    ).rows[0]

  const expired = () => listDeposits(house.app.db, house.app.clock.now(), { status: 'expired' })
  house.app.clock.advance(30 * 60_000)

  expect((await expired()).map((deposit) => deposit.id)).toEqual([id])
  expect(await row()).toEqual({ status: 'awaiting_payment', amount_kept: true })

  await expireQuotes(house.app)
  expect(await row()).toEqual({ status: 'expired', amount_kept: true })
  expect((await expired()).map((deposit) => deposit.id)).toEqual([id])

  house.app.clock.advance(AMOUNT_KEPT_MS)
  await expireQuotes(house.app)

  expect(await row()).toEqual({ status: 'expired', amount_kept: false })
})
