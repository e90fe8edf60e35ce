import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { getBalances } from '#modules/ledger/queries.ts'
import { createStaff } from '#modules/plans/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { listUnmatched } from '../queries.ts'
import { approveMovement } from '../testing.ts'
import { proposeCapitalContribution } from './propose-capital-contribution.ts'
import { type ReceiveSuspense, receiveSuspense } from './receive-suspense.ts'

const ines = createStaff('ines', 'finance')
let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const coin = (rest: Partial<ReceiveSuspense> = {}): ReceiveSuspense => ({
  currency: 'BTC',
  amount: '0.25',
  txid: 'b1'.repeat(32),
  reason: 'No quote asks for this amount.',
  ...rest,
})
const receivePayment = (input: ReceiveSuspense, admin = ines) =>
  receiveSuspense(testApp.app, admin, input)
const balances = () => getBalances(testApp.app.db, ['suspense:BTC', 'custody:hot:BTC', 'equity'])

test('an unmatched payment is posted at once, in its coin, and listed until settled', async () => {
  const begun = await receivePayment(coin())
  expect(begun).toMatchObject({
    proposal: null,
    movement: { kind: 'suspense_received', units: 25_000_000n },
  })
  expect(await balances()).toEqual([25_000_000n, -25_000_000n, 0n])

  const receipt = 'receipt' in begun.movement ? begun.movement.receipt : ''
  expect(await listUnmatched(testApp.app.db)).toMatchObject([
    { receipt, currency: 'BTC', units: 25_000_000n, why: 'No quote asks for this amount.' },
  ])

  const [event] = await listAuditEvents(testApp.app.db, { subjectId: receipt })
  expect(event).toMatchObject({ action: 'suspense.received', actor: { id: ines.id } })
})

test('an output is received once and cannot be used for anything else', async () => {
  const before = await balances()
  const again = coin({ txid: `0x${'B1'.repeat(32)}` })
  await expect(receivePayment(again)).rejects.toMatchObject({ code: 'receipt_used', field: 'txid' })
  await expect(receivePayment(coin({ amount: '0.3' }))).rejects.toMatchObject({
    code: 'receipt_conflict',
  })
  await expect(proposeCapitalContribution(testApp.app, ines, again)).rejects.toMatchObject({
    code: 'receipt_used',
  })
  expect(await balances()).toEqual(before)
})

test('a pending proposal does not block receiving its payment into suspense', async () => {
  const waiting = coin({ txid: 'b2'.repeat(32) })
  const begun = await proposeCapitalContribution(testApp.app, ines, waiting)

  await receivePayment(waiting)
  await expect(
    approveMovement(testApp.app, createStaff('ruth', 'owner'), begun),
  ).rejects.toMatchObject({
    code: 'receipt_used',
  })
})

test('each error names its field', async () => {
  const wrong: [Partial<ReceiveSuspense>, string, string][] = [
    [{ amount: '0' }, 'invalid_amount', 'amount'],
    [{ reason: '' }, 'reason_needed', 'reason'],
    [{ place: 'vault' }, 'unknown_place', 'place'],
    [{ txid: 'no id' }, 'invalid_txid', 'txid'],
  ]

  for (const [rest, code, field] of wrong)
    await expect(receivePayment(coin(rest)), field).rejects.toMatchObject({ code, field })
  await expect(receivePayment(coin(), createStaff('mo', 'support'))).rejects.toMatchObject({
    code: 'role_missing',
  })
})
