import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatAmount } from '#lib/money.ts'
import { getBalances, listEntries } from '#modules/ledger/queries.ts'
import { computeCoinValue } from '#modules/market/model.ts'
import { createStaff } from '#modules/plans/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { approveMovement, fundCapital } from '../testing.ts'
import { type ConvertCustody, convertCustody } from './convert-custody.ts'
import { receiveSuspense } from './receive-suspense.ts'

const ines = createStaff('ines', 'finance')
const ruth = createStaff('ruth', 'owner')
let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  await fundCapital(testApp.app, 'BTC', 200_000_000n)
})
afterAll(() => testApp.close())

const createConversionInput = (rest: Partial<ConvertCustody> = {}): ConvertCustody => ({
  currency: 'BTC',
  amount: '0.5',
  toCurrency: 'USD',
  received: '45000',
  bankReference: 'EXCHANGE 1',
  reason: 'For the withdrawals of the week.',
  ...rest,
})
const proposeConversion = (input: ConvertCustody, admin = ines) =>
  convertCustody(testApp.app, admin, input)
const both = async (input: ConvertCustody) =>
  approveMovement(testApp.app, ruth, await proposeConversion(input))
const ACCOUNTS = ['custody:hot:BTC', 'exchange:BTC', 'custody:bank:USD', 'exchange:USD']
const balances = () => getBalances(testApp.app.db, ACCOUNTS)

test('an approved sale posts both sides at once with the receipt', async () => {
  const [, , bank = 0n, dollars = 0n] = await balances()
  const before = await balances()
  const begun = await proposeConversion(createConversionInput())

  expect(begun.proposal).toMatchObject({
    permission: 'custody.convert',
    content: { units: '50000000', toUnits: '4500000', observedAs: 'bank EXCHANGE 1' },
  })
  expect(await balances()).toEqual(before)
  await expect(approveMovement(testApp.app, ines, begun)).rejects.toMatchObject({
    code: 'second_admin',
  })

  await approveMovement(testApp.app, ruth, begun)
  expect(await balances()).toEqual([
    -150_000_000n,
    150_000_000n,
    bank - 4_500_000n,
    dollars + 4_500_000n,
  ])

  const rows = await listEntries(testApp.app.db, { reference: begun.id })
  expect(rows.map(({ debit, credit, receipt }) => [debit, credit, receipt !== null])).toEqual([
    ['custody:bank:USD', 'exchange:USD', true],
    ['exchange:BTC', 'custody:hot:BTC', false],
  ])
})

test('dollars buy coin, and one coin buys another', async () => {
  const { bankReference: _, ...plain } = createConversionInput()
  await both({ ...plain, currency: 'USD', amount: '10750', toCurrency: 'ETH', received: '3' })
  await both({ ...plain, currency: 'ETH', amount: '1', toCurrency: 'USDT', received: '3590.25' })

  const held = [
    'custody:bank:USD',
    'custody:hot:ETH',
    'custody:hot:USDT',
    'exchange:ETH',
    'exchange:USDT',
  ]

  expect(await getBalances(testApp.app.db, held)).toEqual([
    -3_425_000n,
    -2_000_000_000n,
    -3_590_250_000n,
    2_000_000_000n,
    3_590_250_000n,
  ])
})

test('an incoming payment is used once, and nothing leaves without it', async () => {
  const before = await balances()
  await expect(
    proposeConversion(createConversionInput({ bankReference: 'exchange 1' })),
  ).rejects.toMatchObject({
    code: 'receipt_used',
    field: 'bankReference',
  })

  await receiveSuspense(testApp.app, ines, {
    currency: 'USD',
    amount: '45000',
    bankReference: 'EXCHANGE 2',
    reason: 'Whose is it?',
  })

  const after = await balances()
  await expect(
    proposeConversion(createConversionInput({ bankReference: 'EXCHANGE 2' })),
  ).rejects.toMatchObject({
    code: 'receipt_used',
  })
  expect(await balances()).toEqual(after)
  expect(after[0]).toBe(before[0])
})

test('a conversion more than a tenth from the market price is rejected', async () => {
  const { rate } = await testApp.app.prices.price('BTC')
  const market = computeCoinValue(1_000_000n, rate, 'BTC')
  const text = (cents: bigint) => formatAmount(cents, 'USD')
  const convertAtCents = (cents: bigint) =>
    proposeConversion(
      createConversionInput({
        amount: '0.01',
        received: text(cents),
        bankReference: `AT ${cents}`,
      }),
    )
  const far = { code: 'price_far_off', status: 422, field: 'received' }

  for (const cents of [1n, market - market / 10n - 1n, market + market / 10n + 1n, market * 2n])
    await expect(convertAtCents(cents), text(cents)).rejects.toMatchObject(far)
  for (const cents of [market - market / 10n, market, market + market / 10n])
    expect((await convertAtCents(cents)).proposal, text(cents)).not.toBeNull()

  const { bankReference: _, ...plain } = createConversionInput()
  const wrong = [
    { ...plain, currency: 'USD', amount: '45000', toCurrency: 'BTC', received: '0.0001' },
    { ...plain, currency: 'BTC', amount: '1', toCurrency: 'USDT', received: '1' },
  ] as const

  for (const input of wrong) await expect(proposeConversion(input)).rejects.toMatchObject(far)

  const prices = { ...testApp.app.prices, price: () => Promise.reject(new Error('down')) }
  const unpriced = convertCustody(
    { ...testApp.app, prices },
    ines,
    createConversionInput({ bankReference: 'NEW 7' }),
  )
  await expect(unpriced).rejects.toMatchObject({ code: 'price_unavailable' })
})

test('a conversion needs two currencies and a covered amount, and errors name their field', async () => {
  const wrong: [Partial<ConvertCustody>, string, string][] = [
    [{ amount: '1.6', received: '137000' }, 'insufficient_funds', 'amount'],
    [{ toCurrency: 'BTC' }, 'same_currency', 'toCurrency'],
    [{ amount: '' }, 'invalid_amount', 'amount'],
    [{ received: '45000.001' }, 'invalid_amount', 'received'],
    [{ reason: '' }, 'reason_needed', 'reason'],
    [{ place: 'vault' }, 'unknown_place', 'place'],
    [{ toPlace: 'vault' }, 'unknown_place', 'toPlace'],
    [{ txid: 'abcdef' }, 'two_ways', 'bankReference'],
  ]

  for (const [rest, code, field] of wrong)
    await expect(
      proposeConversion(createConversionInput({ bankReference: 'NEW 1', ...rest })),
      `${field} ${code}`,
    ).rejects.toMatchObject({
      code,
      field,
    })

  await expect(
    proposeConversion(createConversionInput(), createStaff('mo', 'support')),
  ).rejects.toMatchObject({
    code: 'role_missing',
  })
})
