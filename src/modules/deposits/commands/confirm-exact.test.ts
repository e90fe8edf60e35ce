import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatAmount } from '#lib/money.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { computeCoinValue } from '#modules/market/model.ts'
import type { PlanVersion } from '#modules/plans/model.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { createPendingDeposit } from '../testing.ts'
import { confirmDeposit } from './confirm-deposit.ts'

let testApp: TestApp
let ines: Admin
let plan: PlanVersion

beforeAll(async () => {
  testApp = await createTestApp()
  ines = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
  plan = await createPublishedPlan(testApp.app)
})
afterAll(() => testApp.close())

const newMember = async (): Promise<Member> => (await createTestMember(testApp.app)).member
const pending = (member: Member, amount: string) =>
  createPendingDeposit(testApp.app, member, { planId: plan.id, amount, method: 'BITCOIN' })

test('exactly the quoted coin credits exactly the requested amount, without the units that make it unique', async () => {
  for (let others = 0; others < 30; others += 1) await pending(await newMember(), '2600')

  const { id, coinAmount, rate } = await pending(await newMember(), '2600')
  expect(computeCoinValue(coinAmount, rate, 'BTC')).toBeGreaterThan(260_000n)

  const done = await confirmDeposit(testApp.app, ines, { depositId: id })
  expect(done).toMatchObject({ status: 'completed', credited: 260_000n })
})

test('The database credits what was asked for no other payment than the quoted one.', async () => {
  const { id, coinAmount } = await pending(await newMember(), '2700')
  const received = formatAmount(coinAmount - 10_000n, 'BTC')
  const { credited } = await confirmDeposit(testApp.app, ines, { depositId: id, received })
  expect(credited).toBeLessThan(270_000n)

  const other = await pending(await newMember(), '2700')
  const claimed = testApp.database.owner.query(
    `update deposit set status = 'completed', received = coin_amount - 10000, received_in = coin,
       credit_rate = rate, credited = amount, arrived_at = created_at, decided_at = created_at
     where id = $1`,
    [other.id],
  )
  await expect(claimed).rejects.toThrow('the credit differs from the payment received at its rate')
})
