import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Admin } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { getMemberBalances } from '#modules/ledger/queries.ts'
import type { PlanVersion } from '#modules/plans/model.ts'
import { listMemberPositions } from '#modules/plans/queries.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { approveReviewed, fundMember, TEST_ADDRESS } from '../testing.ts'
import { cancelWithdrawal } from './cancel-withdrawal.ts'
import { requestWithdrawal } from './request-withdrawal.ts'

let testApp: TestApp
let ines: Admin
let plan: PlanVersion

beforeAll(async () => {
  testApp = await createTestApp()
  ines = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
  plan = await createPublishedPlan(testApp.app)
})
afterAll(() => testApp.close())

const input = (amount: string) => ({ amount, method: 'USDT', address: TEST_ADDRESS })

test('cancelling restores cash and position, with the accrual of the days between', async () => {
  const { member } = await createTestMember(testApp.app)
  await fundMember(testApp.app, member.id, {
    cash: 5_000n,
    invested: 100_000n,
    planVersionId: plan.id,
  })

  const { id } = await requestWithdrawal(testApp.app, member, input('600'))
  testApp.app.clock.advance(5 * 86_400_000)

  const cancelled = await cancelWithdrawal(testApp.app, member, id)
  expect(cancelled.status).toBe('cancelled')
  expect(await getMemberBalances(testApp.app.db, member.id)).toMatchObject({
    cash: 5_000n,
    principal: 100_000n,
    holdCash: 0n,
  })

  const [position] = await listMemberPositions(testApp.app.db, member.id, testApp.app.clock.today())
  expect(position).toMatchObject({ remaining: 100_000n, status: 'open', accrued: 8_333n })
})

test('only the member’s own pending request can be cancelled, and once', async () => {
  const { member } = await createTestMember(testApp.app)
  await fundMember(testApp.app, member.id, { cash: 50_000n })

  const { id } = await requestWithdrawal(testApp.app, member, input('100'))
  const { member: stranger } = await createTestMember(testApp.app)
  await expect(cancelWithdrawal(testApp.app, stranger, id)).rejects.toMatchObject({ status: 404 })

  await cancelWithdrawal(testApp.app, member, id)
  await expect(cancelWithdrawal(testApp.app, member, id)).rejects.toMatchObject({
    code: 'not_pending',
  })

  const second = await requestWithdrawal(testApp.app, member, input('100'))
  await approveReviewed(testApp.app, ines, second.id)

  await expect(cancelWithdrawal(testApp.app, member, second.id)).rejects.toMatchObject({
    status: 409,
  })
  expect(await getMemberBalances(testApp.app.db, member.id)).toMatchObject({
    cash: 40_000n,
    holdCash: 10_000n,
  })
})

test('a suspended member reads and waits: the request is decided, not taken back', async () => {
  const { member } = await createTestMember(testApp.app)
  await fundMember(testApp.app, member.id, { cash: 50_000n })

  const { id } = await requestWithdrawal(testApp.app, member, input('100'))
  await testApp.database.owner.query(
    `update member set status = 'suspended', suspended_reason = 'A payment is being checked.',
      review_on = '2026-12-01'
     where id = $1`,
    [member.id],
  )

  await expect(cancelWithdrawal(testApp.app, member, id)).rejects.toMatchObject({
    code: 'suspended',
  })
  expect(await approveReviewed(testApp.app, ines, id)).toMatchObject({ status: 'approved' })
})
