import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { getBalances } from '#modules/ledger/queries.ts'
import { createStaff } from '#modules/plans/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { approveMovement, fundCapital } from '../testing.ts'
import { type Promotion, proposePromotion } from './propose-promotion.ts'

const ines = createStaff('ines', 'finance')
const ruth = createStaff('ruth', 'owner')
let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  await fundCapital(testApp.app, 'USD', 100_000n)
})
afterAll(() => testApp.close())

const proposePromotionAmount = (
  kind: Promotion['kind'],
  amount: bigint,
  reason = 'The spring campaign.',
  admin = ines,
) => proposePromotion(testApp.app, admin, { kind, amount, reason })
const balances = () => getBalances(testApp.app.db, ['equity', 'promotion', 'custody:bank:USD'])

test('two admins fund promotion from equity and return it', async () => {
  await approveMovement(
    testApp.app,
    ruth,
    await proposePromotionAmount('promotion_funded', 60_000n),
  )
  expect(await balances()).toEqual([40_000n, 60_000n, -100_000n])

  await approveMovement(
    testApp.app,
    ines,
    await proposePromotionAmount('promotion_returned', 15_000n, 'Not claimed.', ruth),
  )
  expect(await balances()).toEqual([55_000n, 45_000n, -100_000n])
  expect(
    (await listAuditEvents(testApp.app.db, { action: 'promotion' })).map(({ action }) => action),
  ).toEqual(['promotion.returned', 'promotion.funded'])
})

test('funding is at most equity, and a return at most the promotion balance', async () => {
  for (const [kind, amount] of [
    ['promotion_funded', 55_001n],
    ['promotion_returned', 45_001n],
  ] as const)
    await expect(proposePromotionAmount(kind, amount)).rejects.toMatchObject({
      code: 'insufficient_funds',
      field: 'amount',
    })
})

test('promotion spent in the meantime cannot be returned', async () => {
  const [first, second] = [
    await proposePromotionAmount('promotion_returned', 40_000n),
    await proposePromotionAmount('promotion_returned', 40_000n),
  ]
  await approveMovement(testApp.app, ruth, first)

  await expect(approveMovement(testApp.app, ruth, second)).rejects.toMatchObject({
    code: 'insufficient_funds',
  })
})

test('a promotion needs a reason and a permission', async () => {
  await expect(proposePromotionAmount('promotion_funded', 1n, '')).rejects.toMatchObject({
    code: 'reason_needed',
    field: 'reason',
  })

  const mo = createStaff('mo', 'support')
  await expect(proposePromotionAmount('promotion_funded', 1n, 'x', mo)).rejects.toMatchObject({
    code: 'role_missing',
  })
})
