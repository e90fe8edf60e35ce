import { afterAll, beforeAll, expect, test } from 'vitest'
import { balancesOf, listEntries } from '#modules/ledger/queries.ts'
import { staff } from '#modules/plans/testing.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { capitalOf } from '../testing.ts'
import { type ConvertCustody, convertCustody } from './convert-custody.ts'
import { receiveSuspense } from './receive-suspense.ts'

const ines = staff('ines', 'finance')
let house: TestApp
beforeAll(async () => {
  house = await testApp()
  await capitalOf(house.app, 'BTC', 200_000_000n)
})
afterAll(() => house.close())

const sold = (rest: Partial<ConvertCustody> = {}): ConvertCustody => ({
  ...{ currency: 'BTC', amount: '0.5', toCurrency: 'USD', received: '45000', bankReference: 'EXCHANGE 1' },
  ...{ reason: 'For the withdrawals of the week.' },
  ...rest,
})
const converted = (input: ConvertCustody, admin = ines) => convertCustody(house.app, admin, input)
const ACCOUNTS = ['custody:hot:BTC', 'exchange:BTC', 'custody:bank:USD', 'exchange:USD']
const balances = () => balancesOf(house.app.db, ACCOUNTS)

test('coin sold leaves and its dollars come in, both in one posting, the incoming one with its receipt', async () => {
  const [, , bank = 0n, dollars = 0n] = await balances()
  const begun = await converted(sold())
  expect(begun.proposal).toBeNull()
  expect(await balances()).toEqual([-150_000_000n, 150_000_000n, bank - 4_500_000n, dollars + 4_500_000n])
  const rows = await listEntries(house.app.db, { reference: begun.id })
  expect(rows.map(({ debit, credit, receipt }) => [debit, credit, receipt !== null])).toEqual([
    ['custody:bank:USD', 'exchange:USD', true],
    ['exchange:BTC', 'custody:hot:BTC', false],
  ])
})

test('dollars buy coin, and one coin buys another', async () => {
  const { bankReference: _, ...plain } = sold()
  await converted({ ...plain, currency: 'USD', amount: '9000', toCurrency: 'ETH', received: '3' })
  await converted({ ...plain, currency: 'ETH', amount: '1', toCurrency: 'USDT', received: '3050.25' })
  const held = ['custody:bank:USD', 'custody:hot:ETH', 'custody:hot:USDT', 'exchange:ETH', 'exchange:USDT']
  expect(await balancesOf(house.app.db, held)).toEqual([
    -3_600_000n,
    -2_000_000_000n,
    -3_050_250_000n,
    2_000_000_000n,
    3_050_250_000n,
  ])
})

test('what came in is used once, and nothing leaves when it can’t come in', async () => {
  const before = await balances()
  await expect(converted(sold({ bankReference: 'exchange 1' }))).rejects.toMatchObject({
    code: 'receipt_used',
    field: 'bankReference',
  })
  await receiveSuspense(house.app, ines, {
    ...{ currency: 'USD', amount: '45000', bankReference: 'EXCHANGE 2', reason: 'Whose is it?' },
  })
  const after = await balances()
  await expect(converted(sold({ bankReference: 'EXCHANGE 2' }))).rejects.toMatchObject({
    code: 'receipt_used',
  })
  expect(await balances()).toEqual(after)
  expect(after[0]).toBe(before[0])
})

test('no more than is held, between two currencies, each wrong word named by its field', async () => {
  const wrong: [Partial<ConvertCustody>, string, string][] = [
    [{ amount: '1.6' }, 'insufficient_funds', 'amount'],
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
      converted(sold({ bankReference: 'NEW 1', ...rest })),
      `${field} ${code}`,
    ).rejects.toMatchObject({
      code,
      field,
    })
  await expect(converted(sold(), staff('mo', 'support'))).rejects.toMatchObject({ code: 'role_missing' })
})
