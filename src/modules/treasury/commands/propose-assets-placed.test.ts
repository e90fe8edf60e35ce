import { afterAll, beforeAll, expect, test } from 'vitest'
import { planAssets } from '#modules/ledger/model.ts'
import { balancesOf } from '#modules/ledger/queries.ts'
import { chargeFor } from '#modules/market/model.ts'
import { publishedPlan, staff } from '#modules/plans/testing.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { agreed, capitalOf } from '../testing.ts'
import { type AssetsPlaced, proposeAssetsPlaced } from './propose-assets-placed.ts'

const ines = staff('ines', 'finance')
const ruth = staff('ruth', 'owner')
let house: TestApp
let planId: string
beforeAll(async () => {
  house = await testApp()
  planId = (await publishedPlan(house.app)).planId
  await capitalOf(house.app, 'ETH', 50_000_000_000n)
  await capitalOf(house.app, 'USD', 500_000n)
})
afterAll(() => house.close())

const ether = (rest: Partial<AssetsPlaced> = {}): AssetsPlaced => ({
  planId,
  currency: 'ETH',
  amount: '12.5',
  destination: 'Staking pool 7',
  reason: 'Mandate of October.',
  ...rest,
})
const asked = (input: AssetsPlaced, admin = ines) => proposeAssetsPlaced(house.app, admin, input)
const balances = () =>
  balancesOf(house.app.db, [planAssets(planId), 'custody:hot:ETH', 'custody:bank:USD', 'equity'])

test('coin is placed for a plan once another admin agrees; nobody is owed more or less for it', async () => {
  const [, , , equity] = await balances()
  const { rate } = await house.app.prices.price('ETH')
  const begun = await asked(ether())

  expect(begun.proposal).toMatchObject({ act: 'assets.record', subjectId: planId })

  await agreed(house.app, ruth, begun)

  const cents = chargeFor(12_500_000_000n, rate, 'ETH')
  expect(await balances()).toEqual([-cents, -37_500_000_000n, -500_000n, equity])
})

test('dollars are placed from the bank', async () => {
  const [placed = 0n] = await balances()
  await agreed(house.app, ruth, await asked(ether({ currency: 'USD', amount: '1200.01' })))
  expect((await balances()).slice(0, 3)).toEqual([placed - 120_001n, -37_500_000_000n, -379_999n])
})

test('only for a plan that there is, and no more than is held', async () => {
  await expect(asked(ether({ planId: 'pln_none' }))).rejects.toMatchObject({
    code: 'unknown_plan',
    field: 'plan',
  })

  await expect(asked(ether({ amount: '38' }))).rejects.toMatchObject({
    code: 'insufficient_funds',
    message: "There is 37.500000000 ETH in the place 'hot'.",
  })
})

test('each wrong word is named by its field', async () => {
  const wrong: [Partial<AssetsPlaced>, string, string][] = [
    [{ amount: '1.0000000001' }, 'invalid_amount', 'amount'],
    [{ reason: '' }, 'reason_needed', 'reason'],
    [{ destination: '' }, 'destination_needed', 'destination'],
    [{ place: 'vault' }, 'unknown_place', 'place'],
  ]

  for (const [rest, code, field] of wrong)
    await expect(asked(ether(rest)), field).rejects.toMatchObject({ code, field })
  await expect(asked(ether(), staff('mo', 'support'))).rejects.toMatchObject({
    code: 'role_missing',
  })
})
