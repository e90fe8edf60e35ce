import { afterAll, beforeAll, expect, test } from 'vitest'
import { listActs } from '#modules/audit/queries.ts'
import { balancesOf } from '#modules/ledger/queries.ts'
import { staff } from '#modules/plans/testing.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { listUnmatched } from '../queries.ts'
import { agreed } from '../testing.ts'
import { proposeCapitalIn } from './propose-capital-in.ts'
import { type ReceiveSuspense, receiveSuspense } from './receive-suspense.ts'

const ines = staff('ines', 'finance')
let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

const coin = (rest: Partial<ReceiveSuspense> = {}): ReceiveSuspense => ({
  currency: 'BTC',
  amount: '0.25',
  txid: 'b1'.repeat(32),
  reason: 'No quote asks for this amount.',
  ...rest,
})
const received = (input: ReceiveSuspense, admin = ines) => receiveSuspense(house.app, admin, input)
const balances = () => balancesOf(house.app.db, ['suspense:BTC', 'custody:hot:BTC', 'equity'])

test('what matches nobody is booked at once, in its own coin, and listed until it is settled', async () => {
  const begun = await received(coin())
  expect(begun).toMatchObject({
    proposal: null,
    movement: { kind: 'suspense_received', units: 25_000_000n },
  })
  expect(await balances()).toEqual([25_000_000n, -25_000_000n, 0n])

  const receipt = 'receipt' in begun.movement ? begun.movement.receipt : ''
  expect(await listUnmatched(house.app.db)).toMatchObject([
    { receipt, currency: 'BTC', units: 25_000_000n, why: 'No quote asks for this amount.' },
  ])

  const [act] = await listActs(house.app.db, { subjectId: receipt })
  expect(act).toMatchObject({ action: 'suspense.received', actor: { id: ines.id } })
})

test('the same output is received once, and is nothing else afterwards', async () => {
  const before = await balances()
  const again = coin({ txid: `0x${'B1'.repeat(32)}` })
  await expect(received(again)).rejects.toMatchObject({ code: 'receipt_used', field: 'txid' })
  await expect(received(coin({ amount: '0.3' }))).rejects.toMatchObject({
    code: 'receipt_conflict',
  })
  await expect(proposeCapitalIn(house.app, ines, again)).rejects.toMatchObject({
    code: 'receipt_used',
  })
  expect(await balances()).toEqual(before)
})

test('what waits for a second admin as something else doesn’t hold it up, and is nothing else afterwards', async () => {
  const waiting = coin({ txid: 'b2'.repeat(32) })
  const begun = await proposeCapitalIn(house.app, ines, waiting)

  await received(waiting)
  await expect(agreed(house.app, staff('ruth', 'owner'), begun)).rejects.toMatchObject({
    code: 'receipt_used',
  })
})

test('each wrong word is named by its field', async () => {
  const wrong: [Partial<ReceiveSuspense>, string, string][] = [
    [{ amount: '0' }, 'invalid_amount', 'amount'],
    [{ reason: '' }, 'reason_needed', 'reason'],
    [{ place: 'vault' }, 'unknown_place', 'place'],
    [{ txid: 'no id' }, 'invalid_txid', 'txid'],
  ]

  for (const [rest, code, field] of wrong)
    await expect(received(coin(rest)), field).rejects.toMatchObject({ code, field })
  await expect(received(coin(), staff('mo', 'support'))).rejects.toMatchObject({
    code: 'role_missing',
  })
})
