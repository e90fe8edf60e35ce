import { afterAll, beforeAll, expect, test } from 'vitest'
import { toPlanAssetsAccountCode } from '#modules/ledger/model.ts'
import { findReceipt, getBalances } from '#modules/ledger/queries.ts'
import { computeCoinValue } from '#modules/market/model.ts'
import { createIncome, createPublishedPlan, createStaff } from '#modules/plans/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { approveMovement, fundCapital } from '../testing.ts'
import { proposeAssetsPlaced } from './propose-assets-placed.ts'
import { type AssetsReturned, proposeAssetsReturned } from './propose-assets-returned.ts'
import { proposeCapitalContribution } from './propose-capital-contribution.ts'

const ines = createStaff('ines', 'finance')
const ruth = createStaff('ruth', 'owner')
let testApp: TestApp
let planId: string
beforeAll(async () => {
  testApp = await createTestApp()
  planId = (await createPublishedPlan(testApp.app)).planId
  await fundCapital(testApp.app, 'USD', 500_000n)
  await createIncome(testApp.app, { planId, cents: 500_000n })

  const placed = {
    planId,
    currency: 'USD',
    amount: '5000',
    destination: 'Broker 1',
    reason: 'It is so: mandate.',
  } as const

  await approveMovement(testApp.app, ruth, await proposeAssetsPlaced(testApp.app, ines, placed))
})
afterAll(() => testApp.close())

const dollars = (rest: Partial<AssetsReturned> = {}): AssetsReturned => ({
  planId,
  currency: 'USD',
  amount: '2000',
  bankReference: 'BROKER 1/9',
  reason: 'It is so: redeemed.',
  ...rest,
})
const proposeReturn = (input: AssetsReturned, admin = ines) =>
  proposeAssetsReturned(testApp.app, admin, input)
const balances = () =>
  getBalances(testApp.app.db, [
    toPlanAssetsAccountCode(planId),
    'custody:bank:USD',
    'custody:hot:USDT',
    'equity',
  ])

test('approved returned assets lower the placed assets and use their receipt', async () => {
  const begun = await proposeReturn(dollars())
  await approveMovement(testApp.app, ruth, begun)

  expect(await balances()).toEqual([-300_000n, -700_000n, 0n, 500_000n])

  const receipt = await findReceipt(testApp.app.db, begun.proposal?.subjectId ?? '')
  expect(receipt).toMatchObject({
    source: 'bank',
    reference: 'BROKER 1/9',
    consumedBy: expect.any(String),
  })
})

test('returned coin is valued at the price of its recording, rounded down', async () => {
  const { rate } = await testApp.app.prices.price('USDT')
  const { bankReference: _, ...coin } = dollars({ currency: 'USDT', amount: '1000.000001' })
  await approveMovement(testApp.app, ruth, await proposeReturn(coin))
  const cents = computeCoinValue(1_000_000_001n, rate, 'USDT')
  expect(await balances()).toEqual([-300_000n + cents, -700_000n, -1_000_000_001n, 500_000n])
})

test('a returned payment cannot be recorded as capital too', async () => {
  const again = {
    currency: 'USD',
    amount: '2000',
    bankReference: 'broker 1/9',
    reason: 'It is so: ours.',
  } as const

  await expect(proposeCapitalContribution(testApp.app, ines, again)).rejects.toMatchObject({
    code: 'receipt_used',
  })

  const waiting = await proposeReturn(dollars({ bankReference: 'BROKER 1/10' }))
  const ours = await proposeCapitalContribution(testApp.app, ines, {
    ...again,
    bankReference: 'BROKER 1/10',
  })

  await approveMovement(testApp.app, ruth, waiting)
  await expect(approveMovement(testApp.app, ruth, ours)).rejects.toMatchObject({
    code: 'receipt_used',
  })
})

test('each error names its field', async () => {
  const wrong: [Partial<AssetsReturned>, string, string][] = [
    [{ planId: 'pln_none' }, 'unknown_plan', 'plan'],
    [{ amount: '1.001' }, 'invalid_amount', 'amount'],
    [{ reason: '' }, 'reason_needed', 'reason'],
    [{ place: 'vault' }, 'unknown_place', 'place'],
    [{ txid: 'abcdef' }, 'two_ways', 'bankReference'],
  ]

  for (const [rest, code, field] of wrong)
    await expect(
      proposeReturn(dollars({ bankReference: 'X 1', ...rest })),
      field,
    ).rejects.toMatchObject({
      code,
      field,
    })

  await expect(proposeReturn(dollars(), createStaff('mo', 'support'))).rejects.toMatchObject({
    code: 'role_missing',
  })
})
