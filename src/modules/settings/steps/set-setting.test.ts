import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkAddress } from '#lib/addresses.ts'
import { COINS } from '#lib/currencies.ts'
import { createFixedClock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts'
import { logClosedMethods } from '../../../app.ts'
import {
  DEFAULT_CONFIRMATION_COUNTS,
  formatNetwork,
  METHOD_FACTS,
  PAYMENT_METHODS,
  type PaymentMethodCode,
  parsePaymentMethod,
  SAMPLE_ADDRESSES,
} from '../model.ts'
import { getPaymentMethod, getSetting, listPaymentMethods } from '../queries.ts'
import { setReceivingAddress } from './set-receiving-address.ts'
import { setSetting } from './set-setting.ts'

const sandbox = {
  MODE: 'sandbox',
  OPERATOR_NAME: 'Harbour Sample Ltd',
  BITCOIN_PROVIDERS: [],
  BITCOIN_NETWORK: 'mainnet',
} as const satisfies Partial<Config>
const live = { ...sandbox, MODE: 'live' } as const
const now = new Date('2026-11-20T12:00:00Z')
const changed = { by: 'ruth@example.com', at: now }

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const inTransaction = (work: (tx: Parameters<typeof setSetting>[0]) => Promise<void>) =>
  database.db.transaction().execute(work)

test('Each mode has its own default cool-down, and no mode starts paused.', async () => {
  expect(await getSetting(database.db, sandbox, 'withdrawals')).toMatchObject({
    walletCoolDownHours: 0,
  })
  expect(await getSetting(database.db, live, 'withdrawals')).toMatchObject({
    statedHours: 24,
    walletCoolDownHours: 24,
  })
  expect(Object.values(await getSetting(database.db, live, 'pauses'))).toEqual([null, null, null])
  expect((await getSetting(database.db, live, 'operator')).legalName).toBe('Harbour Sample Ltd')
})

test('The database accepts the offered methods, each in its coin, and nothing else.', async () => {
  const accepts = async (method: string | null, coin: string | null) =>
    (
      await sql<{ is: boolean }>`select ledger.is_payment_method(${method}, ${coin}) as is`.execute(
        database.db,
      )
    ).rows[0]?.is

  for (const method of PAYMENT_METHODS)
    for (const coin of [...COINS, 'USD', 'XRP'] as const)
      expect({ method, coin, accepted: await accepts(method, coin) }).toEqual({
        method,
        coin,
        accepted: coin === METHOD_FACTS[method].coin,
      })

  for (const coin of COINS) expect(await accepts(null, coin)).toBe(true)
  expect(await accepts(null, 'USD')).toBe(false)
  expect(await accepts('bank', null)).toBe(false)
})

test('The sandbox has sample addresses; live starts without any and logs a warning.', async () => {
  for (const method of await listPaymentMethods(database.db, sandbox, now))
    expect(method).toMatchObject({ sample: true, address: expect.any(String) })
  for (const method of await listPaymentMethods(database.db, live, now))
    expect(method).toMatchObject({ sample: false, address: null })

  const warnings: unknown[] = []
  const log = { warn: (...entry: unknown[]) => void warnings.push(entry) }

  for (const config of [sandbox, live])
    await logClosedMethods({
      db: database.db,
      config,
      clock: createFixedClock(now.toISOString()),
      log,
    })
  expect(warnings).toEqual([
    [{ closed: ['Bitcoin', 'Ethereum', 'USDT'] }, expect.stringContaining('no receiving address')],
  ])
})

test('A receiving address applies from its effective time; the previous one stays stored.', async () => {
  const later = new Date('2026-11-21T12:00:00Z')
  const first = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
  const second = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

  await inTransaction(async (tx) => {
    await setReceivingAddress(tx, live, 'BITCOIN', first, { ...changed, effectiveFrom: now })
    await setReceivingAddress(tx, live, 'BITCOIN', second, { ...changed, effectiveFrom: later })
  })
  expect((await getPaymentMethod(database.db, live, now, 'BITCOIN')).address).toBe(first)
  expect((await getPaymentMethod(database.db, live, later, 'BITCOIN')).address).toBe(second)

  const storedAddresses = await database.owner.query('select from receiving_address')
  expect(storedAddresses.rowCount).toBe(2)
})

test('An address must match its coin; live rejects test networks and samples.', async () => {
  const name = (config: typeof live | typeof sandbox, method: PaymentMethodCode, address: string) =>
    inTransaction((tx) =>
      setReceivingAddress(tx, config, method, address, { ...changed, effectiveFrom: now }),
    )
  const mistyped = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdp'

  for (const method of PAYMENT_METHODS) {
    await expect(name(live, method, SAMPLE_ADDRESSES[method])).rejects.toMatchObject({
      code: 'invalid_address',
    })
    await expect(name(live, method, mistyped)).rejects.toMatchObject({
      status: 422,
      field: 'address',
    })

    expect(checkAddress(METHOD_FACTS[method].coin, SAMPLE_ADDRESSES[method])).toMatchObject({
      ok: true,
    })
  }

  await name(sandbox, 'BITCOIN', SAMPLE_ADDRESSES.BITCOIN)
})

test('The step rejects 0 confirmations, and the database fewer by one admin.', async () => {
  const counts = { ...DEFAULT_CONFIRMATION_COUNTS, bitcoin: 3 }
  await inTransaction((tx) => setSetting(tx, 'confirmations', counts, changed))
  expect((await getPaymentMethod(database.db, live, now, 'BITCOIN')).confirmations).toBe(3)

  await expect(
    inTransaction((tx) => setSetting(tx, 'confirmations', { ...counts, bitcoin: 0 }, changed)),
  ).rejects.toMatchObject({ code: 'invalid_setting', field: 'confirmations.bitcoin' })
  await expect(
    inTransaction((tx) => setSetting(tx, 'confirmations', { ...counts, bitcoin: 2 }, changed)),
  ).rejects.toThrow('SE002')
  await expect(
    inTransaction((tx) =>
      setSetting(tx, 'confirmations', { ...counts, ethereumFrom10000: 64 }, changed),
    ),
  ).rejects.toThrow('SE002')
})

test('The target warning threshold can be lowered but not raised.', async () => {
  await inTransaction((tx) => setSetting(tx, 'plans', { targetWarningBps: 1_500 }, changed))
  expect(await getSetting(database.db, live, 'plans')).toEqual({ targetWarningBps: 1_500 })
  await expect(
    inTransaction((tx) => setSetting(tx, 'plans', { targetWarningBps: 3_001 }, changed)),
  ).rejects.toMatchObject({ code: 'invalid_setting', status: 422, field: 'plans.targetWarningBps' })
})

test('A pause requires a public reason.', async () => {
  const open = { deposits: null, withdrawals: null, signUps: null }
  const pause = { reason: 'The bank is moving.', since: now.toISOString() }
  await inTransaction((tx) => setSetting(tx, 'pauses', { ...open, deposits: pause }, changed))

  expect((await getSetting(database.db, live, 'pauses')).deposits).toEqual(pause)
  await expect(
    inTransaction((tx) =>
      setSetting(tx, 'pauses', { ...open, deposits: { ...pause, reason: ' ' } }, changed),
    ),
  ).rejects.toMatchObject({ field: 'pauses.deposits.reason' })
})

test('The wire name is ETHERIUM, the alias ETHEREUM and the label Ethereum.', () => {
  expect(parsePaymentMethod('ETHEREUM')).toBe('ETHERIUM')
  expect(parsePaymentMethod('ethereum')).toBeNull()
  expect(PAYMENT_METHODS.map((method) => formatNetwork(method))).toEqual([
    'bitcoin, Bitcoin',
    'ethereum, Ethereum',
    'usdt, ERC-20 on Ethereum',
  ])
})
