import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { checkIntegrity } from '#modules/integrity/commands/check-integrity.ts'
import { getMemberBalances } from '#modules/ledger/queries.ts'
import { findMail } from '#modules/notifications/queries.ts'
import { cancelWithdrawal } from '#modules/withdrawals/commands/cancel-withdrawal.ts'
import { rejectWithdrawal } from '#modules/withdrawals/commands/reject-withdrawal.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { fundMember, TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { closePlan } from '../commands/close-plan.ts'
import { proposeLoss } from '../commands/propose-loss.ts'
import { settleDays } from '../commands/settle-days.ts'
import { formatPlanName, type PlanVersion } from '../model.ts'
import { listMemberPositions } from '../queries.ts'
import {
  approveResult,
  buildLossInput,
  createPlacedAssets,
  createPublishedPlan,
  createStaff,
} from '../testing.ts'

const ines = createStaff('ines', 'finance')
const ruth = createStaff('ruth', 'owner')
let testApp: TestApp
let plan: PlanVersion
let plans = 0
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())
beforeEach(async () => {
  plan = await createPublishedPlan(testApp.app, { name: `PLAN ${++plans}` })
})

async function createInvestor() {
  const { member } = await createTestMember(testApp.app)
  const invested = { invested: 100_000n, planVersionId: plan.id }
  const positionId = (await fundMember(testApp.app, member.id, invested)) ?? ''
  return { member, positionId }
}
type Investor = Awaited<ReturnType<typeof createInvestor>>

const request = async ({ member }: Investor, amount = '999') =>
  (
    await requestWithdrawal(testApp.app, member, {
      amount,
      method: 'USDT',
      address: TEST_ADDRESS,
    })
  ).id

const pass = async (days: number) => {
  testApp.app.clock.advance(days * 86_400_000)
  await settleDays(testApp.app)
}

async function lose(amount: string) {
  await createPlacedAssets(testApp.app, plan.planId, 60_000n)
  const input = await buildLossInput(testApp.app, plan.planId, { amount })
  await approveResult(testApp.app, ruth, await proposeLoss(testApp.app, ines, input))
}

const readPosition = async ({ member, positionId }: Investor) =>
  (await listMemberPositions(testApp.app.db, member.id, testApp.app.clock.today())).find(
    ({ id }) => id === positionId,
  )
const readRestoredOn = async ({ positionId }: Investor) =>
  (
    await testApp.database.owner.query(
      'select restored_on from position_redemption where position_id = $1',
      [positionId],
    )
  ).rows[0].restored_on

const expectNoIntegrityProblems = async () => {
  const problems = (await checkIntegrity(testApp.app, { whole: true }))?.problems ?? []
  expect(problems.filter(({ invariant }) => invariant !== 12)).toEqual([])
}

test('a part released after a loss of its plan stays cash with what it had accrued until it left', async () => {
  const maya = await createInvestor()
  const tomas = await createInvestor()
  await pass(3)
  const id = await request(maya)
  await pass(7)
  await lose('500')

  const cancelled = await cancelWithdrawal(testApp.app, maya.member, id)
  expect(cancelled.status).toBe('cancelled')
  expect(await getMemberBalances(testApp.app.db, maya.member.id)).toMatchObject({ cash: 99_900n })
  expect(await readPosition(maya)).toMatchObject({ accrued: 4_995n + 16n })
  expect(await readRestoredOn(maya)).toBeNull()
  expect((await readPosition(tomas))?.remaining).toBeLessThan(51_000n)

  await expectNoIntegrityProblems()
})

test('a part released after its plan closed stays cash', async () => {
  const maya = await createInvestor()
  const id = await request(maya)
  await pass(2)
  await closePlan(testApp.app, ruth, { planId: plan.planId, reason: 'It is full.' })

  await cancelWithdrawal(testApp.app, maya.member, id)
  expect(await getMemberBalances(testApp.app.db, maya.member.id)).toMatchObject({
    cash: 99_900n,
    principal: 100n,
  })
})

test('a part of a plan that was closed before the request returns to its position', async () => {
  const maya = await createInvestor()
  await closePlan(testApp.app, ruth, { planId: plan.planId, reason: 'It is full.' })
  await pass(1)
  const id = await request(maya)
  await pass(2)

  await cancelWithdrawal(testApp.app, maya.member, id)
  expect(await getMemberBalances(testApp.app.db, maya.member.id)).toMatchObject({
    cash: 0n,
    principal: 100_000n,
  })
})

test('a part released on the day its term ends stays cash, settled or not', async () => {
  const maya = await createInvestor()
  await pass(10)
  const id = await request(maya)
  testApp.app.clock.advance(20 * 86_400_000)

  await cancelWithdrawal(testApp.app, maya.member, id)
  expect(await getMemberBalances(testApp.app.db, maya.member.id)).toMatchObject({ cash: 99_900n })

  await settleDays(testApp.app)
  expect(await readPosition(maya)).toMatchObject({ returnDue: 16_650n + 50n })
})

test('the member is notified of the amount that stayed cash, and why', async () => {
  const { admin } = await createTestAdmin(testApp.app, { role: 'finance' })
  const [maya, tomas] = [await createInvestor(), await createInvestor()]
  const [own, his] = [await request(maya), await request(tomas)]
  await lose('0.01')

  await cancelWithdrawal(testApp.app, maya.member, own)
  await rejectWithdrawal(testApp.app, admin, { withdrawalId: his, reason: 'A wrong address.' })

  for (const [{ member }, withdrawalId] of [
    [maya, own],
    [tomas, his],
  ] as const)
    expect((await findMail(testApp.app.db, member.email, 'withdrawal-stays-cash'))?.data).toEqual({
      withdrawalId,
      plan: formatPlanName(plan),
      amount: 99_900n,
      because: 'loss',
    })
})

test('a release that restores everything mails nothing about cash', async () => {
  const maya = await createInvestor()
  await cancelWithdrawal(testApp.app, maya.member, await request(maya))
  expect(await findMail(testApp.app.db, maya.member.email, 'withdrawal-stays-cash')).toBeNull()
})

test.each([
  ['a loss was recorded', 'loss', async () => await lose('0.01')],
  ['its plan was closed', 'closed', async () => await closeTestPlan()],
  ['its term ended', 'term', async () => await pass(30)],
])('the database restores no part after %s', async (_, because, happen) => {
  const maya = await createInvestor()
  await request(maya)
  await happen()

  const restoring = 'update position_redemption set restored_on = $2 where position_id = $1'
  await expect(
    testApp.database.owner.query(restoring, [maya.positionId, testApp.app.clock.today()]),
  ).rejects.toThrow(`this part remains cash: ${because}`)
})

const closeTestPlan = () =>
  closePlan(testApp.app, ruth, { planId: plan.planId, reason: 'It is full.' })
