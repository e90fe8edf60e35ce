import { afterAll, beforeAll, expect, test } from 'vitest'
import { listActs } from '#modules/audit/queries.ts'
import { openMemberAccounts } from '#modules/ledger/acts/open-member-accounts.ts'
import { post } from '#modules/ledger/acts/post.ts'
import { balancesOf, listEntries } from '#modules/ledger/queries.ts'
import { arrived, depositOf } from '#modules/ledger/testing.ts'
import { chargeFor } from '#modules/market/model.ts'
import { staff } from '#modules/plans/testing.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { agreed, capitalOf } from '../testing.ts'
import { type CapitalOut, proposeCapitalOut } from './propose-capital-out.ts'

const ines = staff('ines', 'finance')
const ruth = staff('ruth', 'owner')
let house: TestApp
beforeAll(async () => {
  house = await testApp()
  await capitalOf(house.app, 'BTC', 100_000_000n)
  await capitalOf(house.app, 'USD', 1_000_000n)
})
afterAll(() => house.close())

const bitcoin = (rest: Partial<CapitalOut> = {}): CapitalOut => ({
  currency: 'BTC',
  amount: '0.1',
  destination: 'bc1q-founders',
  reason: 'Repaid to the founders.',
  ...rest,
})
const asked = (input: CapitalOut, admin = ines) => proposeCapitalOut(house.app, admin, input)
const balances = () => balancesOf(house.app.db, ['equity', 'custody:hot:BTC', 'custody:bank:USD'])

test('coin leaves once another admin agrees, charged in full, with why and where to in the journal', async () => {
  const [equity = 0n] = await balances()
  const { rate } = await house.app.prices.price('BTC')
  const begun = await asked(bitcoin())

  expect(begun.proposal).toMatchObject({
    subjectId: 'equity',
    content: { destination: 'bc1q-founders', units: '10000000', rate: String(rate) },
  })

  await agreed(house.app, ruth, begun)
  expect(await balances()).toEqual([
    equity - chargeFor(10_000_000n, rate, 'BTC'),
    -90_000_000n,
    -1_000_000n,
  ])

  for (const { reason } of await listEntries(house.app.db, { reference: begun.id }))
    expect(reason).toBe('Repaid to the founders. (to bc1q-founders)')
  expect((await listActs(house.app.db, { action: 'capital' }))[0]?.action).toBe('capital.paid-out')
})

test('dollars leave from the bank', async () => {
  const [equity = 0n] = await balances()
  await agreed(house.app, ruth, await asked(bitcoin({ currency: 'USD', amount: '2500' })))
  expect(await balances()).toEqual([equity - 250_000n, -90_000_000n, -750_000n])
})

test('never more than there is, in equity or at the place, neither proposed nor carried out', async () => {
  for (const rest of [{ amount: '0.91' }, { currency: 'USDT', amount: '1' } as const])
    await expect(asked(bitcoin(rest))).rejects.toMatchObject({
      code: 'insufficient_funds',
      status: 422,
      field: 'amount',
    })

  const [first, second] = [
    await asked(bitcoin({ amount: '0.5' })),
    await asked(bitcoin({ amount: '0.5' })),
  ]
  await agreed(house.app, ruth, first)

  await expect(agreed(house.app, ruth, second)).rejects.toMatchObject({
    code: 'insufficient_funds',
  })
  expect((await balances())[1]).toBe(-40_000_000n)
})

test('what is held for members is not the operator’s to take', async () => {
  const [equity = 0n] = await balances()
  await house.app.db.transaction().execute(async (tx) => {
    await openMemberAccounts(tx, 'mem_held')
    const receipt = await arrived(tx, 'USDT', 10n ** 13n)
    await post(tx, depositOf('dep_held', 'mem_held', 'USDT', 10n ** 13n, 10n ** 9n, receipt))
  })

  const more = `${equity / 50n}`
  await expect(asked(bitcoin({ currency: 'USDT', amount: more }))).rejects.toMatchObject({
    code: 'insufficient_funds',
    message: expect.stringContaining('in equity'),
  })
})

test('each wrong word is named by its field', async () => {
  const wrong: [Partial<CapitalOut>, string, string][] = [
    [{ amount: 'all' }, 'invalid_amount', 'amount'],
    [{ reason: '' }, 'reason_needed', 'reason'],
    [{ destination: ' ' }, 'destination_needed', 'destination'],
    [{ destination: 'x'.repeat(201) }, 'destination_needed', 'destination'],
    [{ place: 'vault' }, 'unknown_place', 'place'],
  ]

  for (const [rest, code, field] of wrong)
    await expect(asked(bitcoin(rest)), field).rejects.toMatchObject({ code, field })
  await expect(asked(bitcoin(), staff('vera', 'viewer'))).rejects.toMatchObject({
    code: 'role_missing',
  })
})
