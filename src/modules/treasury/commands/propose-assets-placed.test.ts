import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createId } from '#lib/ids.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { toPlanAssetsAccountCode } from '#modules/ledger/model.ts'
import { getBalances } from '#modules/ledger/queries.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { approveTransfers, transfer } from '#modules/ledger/testing.ts'
import { computeCoinCharge } from '#modules/market/model.ts'
import { createIncome, createPublishedPlan, createStaff } from '#modules/plans/testing.ts'
import { fundMember } from '#modules/withdrawals/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { approveMovement, BANK, fundCapital } from '../testing.ts'
import { type AssetsPlaced, proposeAssetsPlaced } from './propose-assets-placed.ts'

const ines = createStaff('ines', 'finance')
const ruth = createStaff('ruth', 'owner')
let testApp: TestApp
let planId: string
let plans = 0
beforeAll(async () => {
  testApp = await createTestApp()
  planId = (await createPublishedPlan(testApp.app)).planId
  await createIncome(testApp.app, { planId, cents: 5_000_000n })
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
  expect(await balances()).toEqual([-cents, -37_500_000_000n, -5_500_000n, equity])
})

test('dollars are placed from the bank', async () => {
  const [placed = 0n] = await balances()
  await approveMovement(
    testApp.app,
    ruth,
    await proposePlacement(ether({ currency: 'USD', amount: '1200.01' })),
  )
  expect((await balances()).slice(0, 3)).toEqual([placed - 120_001n, -37_500_000_000n, -5_379_999n])
})

test('assets are placed for an existing plan, up to the balance of the place', async () => {
  await expect(proposePlacement(ether({ planId: 'pln_none' }))).rejects.toMatchObject({
    code: 'unknown_plan',
    field: 'plan',
  })

  await expect(proposePlacement(ether({ amount: '38' }))).rejects.toMatchObject({
    code: 'insufficient_funds',
    message: "Not enough funds: the location 'hot' has 37.500000000 ETH.",
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

describe('what is placed never takes what members can withdraw, nor more than the plan has', () => {
  const limits = async (invested: bigint) => {
    const version = await createPublishedPlan(testApp.app, { name: `PLAN ${++plans}` })
    const { member } = await createTestMember(testApp.app)
    await fundMember(testApp.app, member.id, { invested, planVersionId: version.id })
    return version.planId
  }

  test('more than the open principal and unpaid income of the plan is refused', async () => {
    const id = await limits(200_000n)
    await createIncome(testApp.app, { planId: id, cents: 5_000n })
    const input = { planId: id, currency: 'USD', amount: '2050.01' } as const
    await fundCapital(testApp.app, 'USD', 500_000n)

    await expect(proposePlacement(ether(input))).rejects.toMatchObject({
      code: 'more_than_plan_holds',
      message: expect.stringContaining('You can place up to $2,050.00 more'),
    })
    await approveMovement(
      testApp.app,
      ruth,
      await proposePlacement(ether({ ...input, amount: '2050' })),
    )
    await expect(proposePlacement(ether({ ...input, amount: '0.01' }))).rejects.toMatchObject({
      code: 'more_than_plan_holds',
    })
  })

  test('two proposals that fit alone are not both carried out', async () => {
    const id = await limits(200_000n)
    await fundCapital(testApp.app, 'USD', 500_000n)
    const input = { planId: id, currency: 'USD', amount: '1500' } as const
    const [one, other] = [
      await proposePlacement(ether(input)),
      await proposePlacement(ether(input)),
    ]
    await approveMovement(testApp.app, ruth, one)
    await expect(approveMovement(testApp.app, ruth, other)).rejects.toMatchObject({
      code: 'more_than_plan_holds',
    })
  })

  test('the database refuses to place more than a plan holds', async () => {
    const id = await limits(100_000n)
    await fundCapital(testApp.app, 'USD', 500_000n)
    const place = (cents: bigint) =>
      testApp.app.db.transaction().execute(async (tx) => {
        const assets = toPlanAssetsAccountCode(id)
        const key = createId('odd')
        const list = [transfer(key, 'assets_placed', assets, BANK, cents)]
        await post(tx, await approveTransfers(tx, list))
      })

    await place(100_000n)
    await expect(place(1n)).rejects.toThrow('more is placed for this plan')
  })
})
