import { afterAll, beforeAll, expect, test } from 'vitest'
import { planAssets } from '#modules/ledger/model.ts'
import { balancesOf, findReceipt } from '#modules/ledger/queries.ts'
import { centsFor } from '#modules/market/model.ts'
import { publishedPlan, staff } from '#modules/plans/testing.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { agreed, capitalOf } from '../testing.ts'
import { proposeAssetsPlaced } from './propose-assets-placed.ts'
import { type AssetsReturned, proposeAssetsReturned } from './propose-assets-returned.ts'
import { proposeCapitalIn } from './propose-capital-in.ts'

const ines = staff('ines', 'finance')
const ruth = staff('ruth', 'owner')
let house: TestApp
let planId: string
beforeAll(async () => {
  house = await testApp()
  planId = (await publishedPlan(house.app)).planId
  await capitalOf(house.app, 'USD', 500_000n)

  const placed = {
    planId,
    currency: 'USD',
    amount: '5000',
    destination: 'Broker 1',
    reason: 'Mandate.',
  } as const

  await agreed(house.app, ruth, await proposeAssetsPlaced(house.app, ines, placed))
})
afterAll(() => house.close())

const dollars = (rest: Partial<AssetsReturned> = {}): AssetsReturned => ({
  planId,
  currency: 'USD',
  amount: '2000',
  bankReference: 'BROKER 1/9',
  reason: 'Redeemed.',
  ...rest,
})
const asked = (input: AssetsReturned, admin = ines) =>
  proposeAssetsReturned(house.app, admin, input)
const balances = () =>
  balancesOf(house.app.db, [planAssets(planId), 'custody:bank:USD', 'custody:hot:USDT', 'equity'])

test('what comes back lowers what is placed once another admin agrees, and names its receipt', async () => {
  const begun = await asked(dollars())
  await agreed(house.app, ruth, begun)

  expect(await balances()).toEqual([-300_000n, -200_000n, 0n, 500_000n])

  const receipt = await findReceipt(house.app.db, begun.proposal?.subjectId ?? '')
  expect(receipt).toMatchObject({
    source: 'bank',
    reference: 'BROKER 1/9',
    consumedBy: expect.any(String),
  })
})

test('coin that comes back counts by the price of its recording, rounded down', async () => {
  const { rate } = await house.app.prices.price('USDT')
  const { bankReference: _, ...coin } = dollars({ currency: 'USDT', amount: '1000.000001' })
  await agreed(house.app, ruth, await asked(coin))
  const cents = centsFor(1_000_000_001n, rate, 'USDT')
  expect(await balances()).toEqual([-300_000n + cents, -200_000n, -1_000_000_001n, 500_000n])
})

test('what came back is not the operator’s capital too', async () => {
  const again = {
    currency: 'USD',
    amount: '2000',
    bankReference: 'broker 1/9',
    reason: 'Ours.',
  } as const

  await expect(proposeCapitalIn(house.app, ines, again)).rejects.toMatchObject({
    code: 'receipt_used',
  })

  const waiting = await asked(dollars({ bankReference: 'BROKER 1/10' }))
  const ours = await proposeCapitalIn(house.app, ines, { ...again, bankReference: 'BROKER 1/10' })

  await agreed(house.app, ruth, waiting)
  await expect(agreed(house.app, ruth, ours)).rejects.toMatchObject({ code: 'receipt_used' })
})

test('each wrong word is named by its field', async () => {
  const wrong: [Partial<AssetsReturned>, string, string][] = [
    [{ planId: 'pln_none' }, 'unknown_plan', 'plan'],
    [{ amount: '1.001' }, 'invalid_amount', 'amount'],
    [{ reason: '' }, 'reason_needed', 'reason'],
    [{ place: 'vault' }, 'unknown_place', 'place'],
    [{ txid: 'abcdef' }, 'two_ways', 'bankReference'],
  ]

  for (const [rest, code, field] of wrong)
    await expect(asked(dollars({ bankReference: 'X 1', ...rest })), field).rejects.toMatchObject({
      code,
      field,
    })

  await expect(asked(dollars(), staff('mo', 'support'))).rejects.toMatchObject({
    code: 'role_missing',
  })
})
