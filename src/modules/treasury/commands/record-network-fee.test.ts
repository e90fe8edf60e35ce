import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatAmount } from '#lib/money.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { getBalances, listEntries } from '#modules/ledger/queries.ts'
import { openMemberAccounts } from '#modules/ledger/steps/open-member-accounts.ts'
import { computeAffordableCoin, computeCoinCharge } from '#modules/market/model.ts'
import { createStaff } from '#modules/plans/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { approveMovement, fundCapital, fundFees } from '../testing.ts'
import { type NetworkFee, recordNetworkFee } from './record-network-fee.ts'

const ines = createStaff('ines', 'finance')
const ruth = createStaff('ruth', 'owner')
let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  await fundCapital(testApp.app, 'ETH', 5_000_000_000n)
  const { member } = await createTestMember(testApp.app)
  await testApp.app.db.transaction().execute((tx) => openMemberAccounts(tx, member.id))
  await fundFees(testApp.app, member.id, 500n)
})
afterAll(() => testApp.close())

const gas = (rest: Partial<NetworkFee> = {}): NetworkFee => ({
  currency: 'ETH',
  amount: '0.00042',
  paidFrom: 'equity',
  txid: `0x${'c1'.repeat(32)}`,
  ...rest,
})
const recordFee = (input: NetworkFee, admin = ines) => recordNetworkFee(testApp.app, admin, input)
const balances = () =>
  getBalances(testApp.app.db, ['equity', 'fees', 'custody:hot:ETH', 'exchange:ETH'])

test('a network fee leaves custody and is charged in full to equity or fees', async () => {
  const [equity = 0n] = await balances()
  const { rate } = await testApp.app.prices.price('ETH')
  const cents = computeCoinCharge(420_000n, rate, 'ETH')

  await recordFee(gas())
  expect(await balances()).toEqual([equity - cents, 500n, -4_999_580_000n, 4_999_580_000n])

  await recordFee(gas({ paidFrom: 'fees', txid: 'c2'.repeat(32) }))
  expect(await balances()).toEqual([equity - cents, 500n - cents, -4_999_160_000n, 4_999_160_000n])

  const rows = await listEntries(testApp.app.db, {
    reference: `network-fee/ETH/${'c2'.repeat(32)}`,
  })
  expect(rows.map(({ transferType, reason }) => [transferType, reason])).toEqual(
    Array.from({ length: 2 }, () => ['network_fee_paid', `Transaction ${'c2'.repeat(32)}`]),
  )
})

test('a fee below one cent is charged as one cent', async () => {
  const [equity = 0n] = await balances()
  await recordFee(gas({ amount: '0.000000001', txid: 'c3'.repeat(32) }))
  expect((await balances())[0]).toBe(equity - 1n)
})

test('a network fee is recorded once for every spelling of its transaction id', async () => {
  for (const rest of [{}, { txid: 'C1'.repeat(32) }, { amount: '0.1', paidFrom: 'fees' as const }])
    await expect(recordFee(gas(rest))).rejects.toMatchObject({
      code: 'fee_recorded',
      field: 'txid',
    })
})

test('from $100.00 a second admin approves, and one of two equal proposals is posted', async () => {
  const { rate } = await testApp.app.prices.price('ETH')
  const minUnits = computeAffordableCoin(10_000n, rate, 'ETH')
  expect(computeCoinCharge(minUnits, rate, 'ETH')).toBe(10_000n)

  const costing = (units: bigint, txid: string) => gas({ amount: formatAmount(units, 'ETH'), txid })
  const [equity = 0n] = await balances()
  // The tests above posted three fees within the same 24 hours.
  const posted = 2n * computeCoinCharge(420_000n, rate, 'ETH') + 1n
  const rest = 9_999n - posted
  const under = computeAffordableCoin(rest, rate, 'ETH')

  expect((await recordFee(costing(under, 'd1'.repeat(32)))).proposal).toBeNull()
  expect((await balances())[0]).toBe(equity - rest)

  const one = await recordFee(costing(minUnits, 'd2'.repeat(32)))
  const other = await recordFee(costing(minUnits, `0x${'D2'.repeat(32)}`), ruth)

  expect(one).toMatchObject({
    id: expect.stringMatching(/^prp_/),
    proposal: {
      permission: 'network-fee.record',
      content: { units: String(minUnits), paidFrom: 'equity' },
    },
  })
  expect((await balances())[0]).toBe(equity - rest)

  await approveMovement(testApp.app, ruth, one)
  expect((await balances())[0]).toBe(equity - rest - 10_000n)
  await expect(approveMovement(testApp.app, ines, other)).rejects.toMatchObject({
    code: 'fee_recorded',
  })
})

test('small fees need a second admin from their sum of 24 hours on', async () => {
  const [equity = 0n] = await balances()
  const begun = await recordFee(gas({ amount: '0.000000001', txid: 'e1'.repeat(32) }))
  expect(begun).toMatchObject({
    id: begun.proposal?.id,
    proposal: { id: expect.stringMatching(/^prp_/) },
  })
  expect((await balances())[0]).toBe(equity)

  await approveMovement(testApp.app, ruth, begun)
  expect((await balances())[0]).toBe(equity - 1n)
})

test('a transaction id in the form of an own id is rejected', async () => {
  await expect(recordFee(gas({ txid: 'dep_0123456789abcdefghjk' }))).rejects.toMatchObject({
    code: 'own_reference',
    field: 'txid',
  })
})

test('a fee is at most the balance, and each error names its field', async () => {
  const wrong: [Partial<NetworkFee>, string, string][] = [
    [{ amount: '0.5', paidFrom: 'fees' }, 'insufficient_funds', 'amount'],
    [{ amount: '5' }, 'insufficient_funds', 'amount'],
    [{ amount: '0' }, 'invalid_amount', 'amount'],
    [{ txid: '' }, 'invalid_txid', 'txid'],
    [{ place: 'vault' }, 'unknown_place', 'place'],
  ]

  for (const [rest, code, field] of wrong)
    await expect(recordFee(gas({ txid: 'c9'.repeat(32), ...rest })), code).rejects.toMatchObject({
      code,
      field,
    })

  await expect(recordFee(gas(), createStaff('mo', 'support'))).rejects.toMatchObject({
    code: 'role_missing',
  })

  const prices = { ...testApp.app.prices, price: () => Promise.reject(new Error('down')) }
  const unpriced = recordNetworkFee(
    { ...testApp.app, prices },
    ines,
    gas({ txid: 'c8'.repeat(32) }),
  )
  await expect(unpriced).rejects.toMatchObject({ code: 'price_unavailable' })
})
