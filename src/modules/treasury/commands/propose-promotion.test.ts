import { afterAll, beforeAll, expect, test } from 'vitest'
import { listActs } from '#modules/audit/queries.ts'
import { balancesOf } from '#modules/ledger/queries.ts'
import { staff } from '#modules/plans/testing.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { agreed, capitalOf } from '../testing.ts'
import { type Promotion, proposePromotion } from './propose-promotion.ts'

const ines = staff('ines', 'finance')
const ruth = staff('ruth', 'owner')
let house: TestApp
beforeAll(async () => {
  house = await testApp()
  await capitalOf(house.app, 'USD', 100_000n)
})
afterAll(() => house.close())

const asked = (
  kind: Promotion['kind'],
  amount: bigint,
  reason = 'The spring campaign.',
  admin = ines,
) => proposePromotion(house.app, admin, { kind, amount, reason })
const balances = () => balancesOf(house.app.db, ['equity', 'promotion', 'custody:bank:USD'])

test('the operator’s own money is set aside and taken back, by two admins each time', async () => {
  await agreed(house.app, ruth, await asked('promotion_funded', 60_000n))
  expect(await balances()).toEqual([40_000n, 60_000n, -100_000n])

  await agreed(house.app, ines, await asked('promotion_returned', 15_000n, 'Not claimed.', ruth))
  expect(await balances()).toEqual([55_000n, 45_000n, -100_000n])
  expect(
    (await listActs(house.app.db, { action: 'promotion' })).map(({ action }) => action),
  ).toEqual(['promotion.returned', 'promotion.funded'])
})

test('no more than is the operator’s own is set aside, and no more taken back than lies there', async () => {
  for (const [kind, amount] of [
    ['promotion_funded', 55_001n],
    ['promotion_returned', 45_001n],
  ] as const)
    await expect(asked(kind, amount)).rejects.toMatchObject({
      code: 'insufficient_funds',
      field: 'amount',
    })
})

test('what was spent in between can’t be taken back', async () => {
  const [first, second] = [
    await asked('promotion_returned', 40_000n),
    await asked('promotion_returned', 40_000n),
  ]
  await agreed(house.app, ruth, first)

  await expect(agreed(house.app, ruth, second)).rejects.toMatchObject({
    code: 'insufficient_funds',
  })
})

test('with a reason and a role', async () => {
  await expect(asked('promotion_funded', 1n, '')).rejects.toMatchObject({
    code: 'reason_needed',
    field: 'reason',
  })

  const mo = staff('mo', 'support')
  await expect(asked('promotion_funded', 1n, 'x', mo)).rejects.toMatchObject({
    code: 'role_missing',
  })
})
