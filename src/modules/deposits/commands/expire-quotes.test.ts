import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestMember } from '#modules/identity/testing.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { AMOUNT_RESERVED_MS } from '../model.ts'
import { listDeposits } from '../queries.ts'
import { expireQuotes } from './expire-quotes.ts'
import { quoteDeposit } from './quote-deposit.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('an ended quote is expired before and after the job, and its amount is free again only much later', async () => {
  const { member } = await createTestMember(testApp.app)
  const plan = await createPublishedPlan(testApp.app)
  const quoteInput = { planId: plan.id, amount: '1000', method: 'USDT' }
  const { id } = await quoteDeposit(testApp.app, member, quoteInput)
  const row = async () =>
    (
      await testApp.database.owner.query(
        'select status, amount_reserved from deposit where id = $1',
        [id],
      )
    ).rows[0]

  const listExpiredDeposits = () =>
    listDeposits(testApp.app.db, testApp.app.clock.now(), { status: 'expired' })
  testApp.app.clock.advance(30 * 60_000)

  expect((await listExpiredDeposits()).map((deposit) => deposit.id)).toEqual([id])
  expect(await row()).toEqual({ status: 'awaiting_payment', amount_reserved: true })

  await expireQuotes(testApp.app)
  expect(await row()).toEqual({ status: 'expired', amount_reserved: true })
  expect((await listExpiredDeposits()).map((deposit) => deposit.id)).toEqual([id])

  testApp.app.clock.advance(AMOUNT_RESERVED_MS)
  await expireQuotes(testApp.app)

  expect(await row()).toEqual({ status: 'expired', amount_reserved: false })
})
