import { afterAll, beforeAll, expect, test } from 'vitest'
import { toPlanAssetsAccountCode } from '#modules/ledger/model.ts'
import { getBalances } from '#modules/ledger/queries.ts'
import { computeCoinCharge } from '#modules/market/model.ts'
import { createPublishedPlan, createStaff } from '#modules/plans/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { approveMovement, fundCapital } from '../testing.ts'
import { type AssetsPlaced, proposeAssetsPlaced } from './propose-assets-placed.ts'

const ines = createStaff('ines', 'finance')
const ruth = createStaff('ruth', 'owner')
let testApp: TestApp
let planId: string
beforeAll(async () => {
  testApp = await createTestApp()
  planId = (await createPublishedPlan(testApp.app)).planId
  await fundCapital(testApp.app, 'ETH', 50_000_000_000n)
  await fundCapital(testApp.app, 'USD', 500_000n)
})
afterAll(() => testApp.close())

const ether = (rest: Partial<AssetsPlaced> = {}): AssetsPlaced => ({
  planId,
  currency: 'ETH',
  amount: '12.5',
  destination: 'Staking pool 7',
  reason: 'Mandate of October.',
  ...rest,
})
const proposePlacement = (input: AssetsPlaced, admin = ines) =>
  proposeAssetsPlaced(testApp.app, admin, input)
const balances = () =>
  getBalances(testApp.app.db, [
    toPlanAssetsAccountCode(planId),
    'custody:hot:ETH',
    'custody:bank:USD',
    'equity',
  ])

test('coin is placed for a plan after a second approval; liabilities do not change', async () => {
  const [, , , equity] = await balances()
  const { rate } = await testApp.app.prices.price('ETH')
  const begun = await proposePlacement(ether())

  expect(begun.proposal).toMatchObject({ permission: 'assets.record', subjectId: planId })

  await approveMovement(testApp.app, ruth, begun)

  const cents = computeCoinCharge(12_500_000_000n, rate, 'ETH')
  expect(await balances()).toEqual([-cents, -37_500_000_000n, -500_000n, equity])
})

test('dollars are placed from the bank', async () => {
  const [placed = 0n] = await balances()
  await approveMovement(
    testApp.app,
    ruth,
    await proposePlacement(ether({ currency: 'USD', amount: '1200.01' })),
  )
  expect((await balances()).slice(0, 3)).toEqual([placed - 120_001n, -37_500_000_000n, -379_999n])
})

test('assets are placed for an existing plan, up to the balance of the place', async () => {
  await expect(proposePlacement(ether({ planId: 'pln_none' }))).rejects.toMatchObject({
    code: 'unknown_plan',
    field: 'plan',
  })

  await expect(proposePlacement(ether({ amount: '38' }))).rejects.toMatchObject({
    code: 'insufficient_funds',
    message: "There is 37.500000000 ETH in the place 'hot'.",
  })
})

test('each error names its field', async () => {
  const wrong: [Partial<AssetsPlaced>, string, string][] = [
    [{ amount: '1.0000000001' }, 'invalid_amount', 'amount'],
    [{ reason: '' }, 'reason_needed', 'reason'],
    [{ destination: '' }, 'destination_needed', 'destination'],
    [{ place: 'vault' }, 'unknown_place', 'place'],
  ]

  for (const [rest, code, field] of wrong)
    await expect(proposePlacement(ether(rest)), field).rejects.toMatchObject({ code, field })
  await expect(proposePlacement(ether(), createStaff('mo', 'support'))).rejects.toMatchObject({
    code: 'role_missing',
  })
})
