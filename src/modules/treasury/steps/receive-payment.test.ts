import { afterAll, beforeAll, expect, test } from 'vitest'
import { createId } from '#lib/ids.ts'
import { toCustodyAccountCode, toMemberAccountCode } from '#modules/ledger/model.ts'
import { getBalances, getMemberBalances, listReceipts } from '#modules/ledger/queries.ts'
import { openMemberAccounts } from '#modules/ledger/steps/open-member-accounts.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { createFixedClock } from '#platform/clock.ts'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts'
import { readConfig } from '../../../config.ts'
import { createSimulatedOutside } from '../adapters/simulated-outside.ts'
import { buildCoinInTransfers, buildCoinOutTransfers } from '../model.ts'
import { simulateReceipt } from '../testing.ts'
import { type ReceivedPayment, receivePayment } from './receive-payment.ts'

const clock = createFixedClock('2026-11-20T12:00:00Z')
const sandbox = { clock, config: readConfig({}) }
const memberId = createId('mem')

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await database.db.transaction().execute((tx) => openMemberAccounts(tx, memberId))
})
afterAll(() => database.close())

const arrival: ReceivedPayment = {
  source: 'BTC',
  reference: 'a'.repeat(64),
  outputIndex: 1,
  currency: 'BTC',
  amount: 2_500_000n,
  arrivedAt: clock.now(),
  recordedBy: 'ruth@example.com',
}

test('recording an output twice creates one receipt', async () => {
  const record = (amount: bigint, recordedBy: string) =>
    database.db
      .transaction()
      .execute((tx) => receivePayment(tx, sandbox, { ...arrival, amount, recordedBy }))
  const first = await record(2_500_000n, 'ruth@example.com')
  expect(await record(2_500_000n, 'ines@example.com')).toBe(first)
  await expect(record(2_500_001n, 'ines@example.com')).rejects.toMatchObject({
    code: 'receipt_conflict',
  })
  expect(await listReceipts(database.db)).toHaveLength(1)
})

test('a simulated receipt is marked, is created once and does not exist in live', async () => {
  const receiptInput = {
    currency: 'ETH',
    units: 5n,
    reference: 'dep_simulated',
    recordedBy: 'ruth@example.com',
  } as const

  const simulate = (app: Parameters<typeof simulateReceipt>[1]) =>
    database.db.transaction().execute((tx) => simulateReceipt(tx, app, receiptInput))
  const id = await simulate(sandbox)
  expect(await simulate(sandbox)).toBe(id)

  const [receipt] = await listReceipts(database.db, { id })
  expect(receipt).toMatchObject({ source: 'simulated', reference: 'simulated dep_simulated' })

  const live = { ...sandbox, config: { ...sandbox.config, MODE: 'live' } as const }
  await expect(simulate(live)).rejects.toThrow('only the sandbox')
})

test('a recorded payment is added once to the simulated outside, in the sandbox only', async () => {
  const outside = createSimulatedOutside(database.db, clock)
  const readHotUnits = async () => (await outside.balanceOf('hot', 'BTC'))?.units ?? 0n
  const record = (app: typeof sandbox, reference: string) =>
    database.db
      .transaction()
      .execute((tx) =>
        receivePayment(tx, app, { ...arrival, reference: reference.repeat(64), amount: 7n }),
      )

  const before = await readHotUnits()
  await record(sandbox, 'b')
  await record(sandbox, 'b')

  expect(await readHotUnits()).toBe(before + 7n)

  await record({ ...sandbox, config: { ...sandbox.config, MODE: 'live' } }, 'c')
  expect(await readHotUnits()).toBe(before + 7n)
})

test('a bank payment reaches the bank, and a payment to a wallet that wallet', async () => {
  const outside = createSimulatedOutside(database.db, clock)
  const record = (overrides: Partial<ReceivedPayment>) =>
    database.db
      .transaction()
      .execute((tx) => receivePayment(tx, sandbox, { ...arrival, ...overrides }))
  await record({ source: 'bank', currency: 'USD', reference: 'SEPA 17', amount: 100n })

  expect(await outside.balanceOf('bank', 'USD')).toMatchObject({ units: 100n })
  expect(await outside.balanceOf('cold', 'BTC')).toBeNull()

  await record({ reference: 'd'.repeat(64), into: toCustodyAccountCode('BTC', 'cold'), amount: 5n })
  expect(await outside.balanceOf('cold', 'BTC')).toMatchObject({
    units: 5n,
    source: 'Simulated external balance',
  })
})

test('incoming coin adds custody and a dollar liability, outgoing coin removes both', async () => {
  const movement = {
    coin: 'USDT',
    units: 100_000_000n,
    cents: 10_000n,
    effectiveDate: '2026-11-20',
    actor: 'test',
  } as const

  await database.db.transaction().execute(async (tx) => {
    const receipt = await simulateReceipt(tx, sandbox, {
      currency: movement.coin,
      units: movement.units,
      reference: 'dep_in',
      recordedBy: 'test',
    })

    const to = toMemberAccountCode(memberId, 'cash')
    await post(
      tx,
      buildCoinInTransfers({
        ...movement,
        transferType: 'deposit_confirmed',
        idempotencyKey: 'in',
        reference: 'dep_in',
        to,
        receipt,
      }),
    )
  })

  expect(
    await getBalances(database.db, ['custody:hot:USDT', 'exchange:USDT', 'exchange:USD']),
  ).toEqual([-100_000_000n, 100_000_000n, -10_000n])

  await database.db.transaction().execute(async (tx) => {
    const hold = toMemberAccountCode(memberId, 'hold_cash')
    await post(tx, [
      {
        idempotencyKey: 'hold',
        transferType: 'withdrawal_held',
        debit: toMemberAccountCode(memberId, 'cash'),
        credit: hold,
        amount: 10_000n,
        effectiveDate: '2026-11-20',
        reference: 'wdr_out',
        actor: 'test',
      },
      ...buildCoinOutTransfers({
        ...movement,
        transferType: 'withdrawal_paid',
        idempotencyKey: 'out',
        reference: 'wdr_out',
        from: hold,
      }),
    ])
  })

  expect(
    await getBalances(database.db, ['custody:hot:USDT', 'exchange:USDT', 'exchange:USD']),
  ).toEqual([0n, 0n, 0n])
  expect(await getMemberBalances(database.db, memberId)).toMatchObject({ cash: 0n, holdCash: 0n })
})
