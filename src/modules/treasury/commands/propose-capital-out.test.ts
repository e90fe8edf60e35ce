import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { getBalances, listEntries } from '#modules/ledger/queries.ts'
import { openMemberAccounts } from '#modules/ledger/steps/open-member-accounts.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { buildDepositTransfers, createReceipt } from '#modules/ledger/testing.ts'
import { computeCoinCharge } from '#modules/market/model.ts'
import { createStaff } from '#modules/plans/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { approveMovement, fundCapital } from '../testing.ts'
import { type CapitalOut, proposeCapitalOut } from './propose-capital-out.ts'

const ines = createStaff('ines', 'finance')
const ruth = createStaff('ruth', 'owner')
let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  await fundCapital(testApp.app, 'BTC', 100_000_000n)
  await fundCapital(testApp.app, 'USD', 1_000_000n)
})
afterAll(() => testApp.close())

const bitcoin = (rest: Partial<CapitalOut> = {}): CapitalOut => ({
  currency: 'BTC',
  amount: '0.1',
  destination: 'bc1q-founders',
  reason: 'Repaid to the founders.',
  ...rest,
})
const proposeCapitalPayout = (input: CapitalOut, admin = ines) =>
  proposeCapitalOut(testApp.app, admin, input)
const balances = () =>
  getBalances(testApp.app.db, ['equity', 'custody:hot:BTC', 'custody:bank:USD'])

test('approved coin leaves custody, and the journal has reason and destination', async () => {
  const [equity = 0n] = await balances()
  const { rate } = await testApp.app.prices.price('BTC')
  const begun = await proposeCapitalPayout(bitcoin())

  expect(begun.proposal).toMatchObject({
    subjectId: 'equity',
    content: { destination: 'bc1q-founders', units: '10000000', rate: String(rate) },
  })

  await approveMovement(testApp.app, ruth, begun)
  expect(await balances()).toEqual([
    equity - computeCoinCharge(10_000_000n, rate, 'BTC'),
    -90_000_000n,
    -1_000_000n,
  ])

  for (const { reason } of await listEntries(testApp.app.db, { reference: begun.id }))
    expect(reason).toBe('Repaid to the founders. (to bc1q-founders)')
  expect((await listAuditEvents(testApp.app.db, { action: 'capital' }))[0]?.action).toBe(
    'capital.paid-out',
  )
})

test('dollars leave from the bank', async () => {
  const [equity = 0n] = await balances()
  await approveMovement(
    testApp.app,
    ruth,
    await proposeCapitalPayout(bitcoin({ currency: 'USD', amount: '2500' })),
  )
  expect(await balances()).toEqual([equity - 250_000n, -90_000_000n, -750_000n])
})

test('equity and the place cover the amount, when proposed and when posted', async () => {
  for (const rest of [{ amount: '0.91' }, { currency: 'USDT', amount: '1' } as const])
    await expect(proposeCapitalPayout(bitcoin(rest))).rejects.toMatchObject({
      code: 'insufficient_funds',
      status: 422,
      field: 'amount',
    })

  const [first, second] = [
    await proposeCapitalPayout(bitcoin({ amount: '0.5' })),
    await proposeCapitalPayout(bitcoin({ amount: '0.5' })),
  ]
  await approveMovement(testApp.app, ruth, first)

  await expect(approveMovement(testApp.app, ruth, second)).rejects.toMatchObject({
    code: 'insufficient_funds',
  })
  expect((await balances())[1]).toBe(-40_000_000n)
})

test('the operator cannot take money that belongs to members', async () => {
  const [equity = 0n] = await balances()
  await testApp.app.db.transaction().execute(async (tx) => {
    await openMemberAccounts(tx, 'mem_held')
    const receipt = await createReceipt(tx, 'USDT', 10n ** 13n)
    await post(
      tx,
      buildDepositTransfers('dep_held', 'mem_held', 'USDT', 10n ** 13n, 10n ** 9n, receipt),
    )
  })

  const more = `${equity / 50n}`
  await expect(
    proposeCapitalPayout(bitcoin({ currency: 'USDT', amount: more })),
  ).rejects.toMatchObject({
    code: 'insufficient_funds',
    message: expect.stringContaining('the operator’s capital has'),
  })
})

test('each error names its field', async () => {
  const wrong: [Partial<CapitalOut>, string, string][] = [
    [{ amount: 'all' }, 'invalid_amount', 'amount'],
    [{ reason: '' }, 'reason_needed', 'reason'],
    [{ destination: ' ' }, 'destination_needed', 'destination'],
    [{ destination: 'x'.repeat(201) }, 'destination_needed', 'destination'],
    [{ place: 'vault' }, 'unknown_place', 'place'],
  ]

  for (const [rest, code, field] of wrong)
    await expect(proposeCapitalPayout(bitcoin(rest)), field).rejects.toMatchObject({ code, field })
  await expect(
    proposeCapitalPayout(bitcoin(), createStaff('vera', 'viewer')),
  ).rejects.toMatchObject({
    code: 'role_missing',
  })
})
