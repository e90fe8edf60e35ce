import { afterEach, beforeEach, expect, test } from 'vitest'
import { runInTransaction } from '#platform/db/transaction.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { restampMode } from '../../../../tests/support/database.ts'
import { ChainProviderError } from '../adapters/chain-provider.ts'
import { assessPayment } from '../model.ts'
import { listPayments, listPaymentsToHandle, listProviderHealth } from '../queries.ts'
import { beginRealChain } from '../steps/begin-real-chain.ts'
import { markPaymentsHandled } from '../steps/mark-payments-handled.ts'
import { TEST_ADDRESSES, watchTestAddress } from '../testing.ts'
import { simulateBlocks } from './simulate-blocks.ts'
import { simulateDoubleSpend } from './simulate-double-spend.ts'
import { simulateDrop } from './simulate-drop.ts'
import { simulatePayment } from './simulate-payment.ts'
import { simulateReorganisation } from './simulate-reorganisation.ts'
import { simulateReplacement } from './simulate-replacement.ts'
import { watchChain, watchChains } from './watch-chain.ts'

const ADDRESS = TEST_ADDRESSES.BTC
const OTHER = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const SMALL = 10_000n
const LARGE = 2_000_000n

let context: TestApp
let app: TestApp['app']
beforeEach(async () => {
  context = await createTestApp()
  app = context.app
})
afterEach(() => context.close())

const pay = (units = 100_000n, address = ADDRESS) =>
  simulatePayment(app, { chain: 'bitcoin', coin: 'BTC', address, units })
const mine = (count = 1) => simulateBlocks(app, 'bitcoin', count)
const watch = async (seconds = 30) => {
  app.clock.advance(seconds * 1000)
  await watchChain(app, 'bitcoin')
}
const list = () => listPayments(app, app.db, { chain: 'bitcoin', addresses: [ADDRESS, OTHER] })
const assess = async (cents = SMALL) => (await list()).map((one) => assessPayment(one, cents))

test('An address without a height is watched from a day before the first answer of its chain', async () => {
  await watchTestAddress(app)
  const begin = async (height: number) => {
    const at = app.clock.now()
    await runInTransaction(app.watcherDb, (tx) =>
      beginRealChain(tx, { chain: 'bitcoin', height, at }),
    )
    const { rows } = await context.database.owner.query('select from_height from chain_address')
    return rows
  }

  expect(await begin(100)).toEqual([{ from_height: 0 }])
  expect(await begin(1_000)).toEqual([{ from_height: 1_000 - 144 }])
  expect(await begin(2_000)).toEqual([{ from_height: 1_000 - 144 }])
})

test('A payment is seen in the mempool, and confirmed with its second block by both nodes', async () => {
  await watchTestAddress(app)
  await watch()
  const txid = await pay()
  await watch()
  expect(await list()).toMatchObject([{ txid, units: 100_000n, firstSeenAt: app.clock.now() }])
  expect(await assess()).toMatchObject([{ confirmations: 0, isConfirmed: false, isGone: false }])

  await mine()
  await watch()
  expect(await assess()).toMatchObject([{ confirmations: 1, agreeing: 0, isConfirmed: false }])

  await mine()
  await watch()
  expect(await assess()).toMatchObject([{ confirmations: 2, agreeing: 2, isConfirmed: true }])
  expect(await assess(LARGE)).toMatchObject([{ needed: 6, isConfirmed: false }])

  await mine(4)
  await watch()
  expect(await assess(LARGE)).toMatchObject([{ agreeing: 2, isConfirmed: true, problem: null }])
})

test('An address that is added later is found by a node that reads block by block', async () => {
  await watchTestAddress(app)
  await watch()
  await watchTestAddress(app, { address: OTHER })
  await pay(5_000n, OTHER)
  await mine(3)
  await watch()

  const [payment] = await list()
  expect(payment).toMatchObject({ address: OTHER, units: 5_000n })
  expect(payment?.providers.map(({ shows }) => shows)).toEqual(['block', 'block'])
})

test('A reorganisation takes confirmations back, and the next block gives them again', async () => {
  await watchTestAddress(app)
  await pay()
  await mine(3)
  await watch()
  expect(await assess()).toMatchObject([{ confirmations: 3, isConfirmed: true }])

  await simulateReorganisation(app, 'bitcoin', 3)
  await watch()
  expect(await assess()).toMatchObject([{ confirmations: 0, isConfirmed: false, isGone: false }])

  await mine(2)
  await watch()
  expect(await assess()).toMatchObject([{ confirmations: 2, isConfirmed: true }])
})

test('A dropped, a replaced and a double-spent payment are gone, and never deleted', async () => {
  await watchTestAddress(app)
  const dropped = await pay(1_000n)
  const replaced = await pay(2_000n)
  const spent = await pay(3_000n)
  await watch()

  await simulateDrop(app, 'bitcoin', dropped)
  const outputs = [{ coin: 'BTC' as const, address: OTHER, units: 1_900n }]
  await simulateReplacement(app, { chain: 'bitcoin', txid: replaced, outputs })
  await mine()
  await simulateDoubleSpend(app, { chain: 'bitcoin', txid: spent, outputs })
  await watch()

  const payments = await list()
  expect(payments.map(({ txid }) => txid).sort()).toEqual([dropped, replaced, spent].sort())
  expect(await assess()).toMatchObject([{ isGone: true }, { isGone: true }, { isGone: true }])
})

test('A silent provider retains what it showed, and is asked again ever later', async () => {
  await watchTestAddress(app)
  await pay()
  await mine(2)
  await watch()

  let calls = 0
  const [first, second] = app.chains.bitcoin
  const failing = {
    ...first,
    observe: async () => {
      calls++
      throw new ChainProviderError('unreachable', 'It answered 429 Too Many Requests.')
    },
  }
  const faulty = { ...app, chains: { ...app.chains, bitcoin: [failing, second] } } as typeof app
  for (let round = 0; round < 20; round++) {
    app.clock.advance(10_000)
    await watchChain(faulty, 'bitcoin')
  }

  expect(calls).toBeLessThan(7)
  const [health] = await listProviderHealth(faulty, app.db)
  expect(health).toMatchObject({ status: 'silent', problem: expect.stringContaining('429') })
  const [payment] = await listPayments(faulty, app.db, { chain: 'bitcoin', addresses: [ADDRESS] })
  expect(payment?.providers).toMatchObject([
    { status: 'silent', shows: 'block' },
    { status: 'ok', shows: 'block' },
  ])
})

test('A provider that is behind marks nothing as gone', async () => {
  await watchTestAddress(app)
  await pay()
  await mine(5)
  await watch()

  const [first, second] = app.chains.bitcoin
  const behind = {
    ...first,
    observe: async () => ({
      tip: { height: 1, hash: 'a'.repeat(64), at: app.clock.now(), finalHeight: null },
      payments: [],
      completeFrom: 0,
      cursor: {},
    }),
  }
  const faulty = { ...app, chains: { ...app.chains, bitcoin: [behind, second] } } as typeof app
  app.clock.advance(30_000)
  await watchChain(faulty, 'bitcoin')

  const [health] = await listProviderHealth(faulty, app.db)
  expect(health).toMatchObject({
    status: 'behind',
    problem: 'Its newest block is 4 blocks behind.',
  })
  const [payment] = await list()
  expect(payment?.providers.map(({ shows }) => shows)).toEqual(['block', 'block'])
})

test('What a provider that is no longer configured said last disputes no payment', async () => {
  await context.database.owner.query(
    `insert into chain_provider
        (chain, name, simulated, tip_height, tip_hash, tip_at, checked_at, answered_at)
      values ('bitcoin', 'an earlier node', false, 900000, repeat('a', 64), $1, $1, $1)`,
    [app.clock.now()],
  )
  await watchTestAddress(app)
  await watch()
  await pay()
  await mine(2)
  await watch()

  expect(await assess()).toMatchObject([{ isConfirmed: true, problem: null }])
})

test('Two providers that show different things make a payment disputed', async () => {
  await watchTestAddress(app)
  await pay()
  await mine(3)
  const [first, second] = app.chains.bitcoin
  const lying = {
    ...first,
    observe: async (...call: Parameters<NonNullable<typeof first>['observe']>) => {
      const observation = await (first as NonNullable<typeof first>).observe(...call)
      const payments = observation.payments.map((one) => ({ ...one, units: one.units * 10n }))
      return { ...observation, payments }
    },
  }
  const faulty = { ...app, chains: { ...app.chains, bitcoin: [lying, second] } } as typeof app
  await watchChain(faulty, 'bitcoin')

  expect(await assess()).toMatchObject([
    { problem: 'disputed', isConfirmed: false },
    { problem: 'disputed', isConfirmed: false },
  ])
})

test('A payment is to be handled until its last change was handled', async () => {
  await watchTestAddress(app)
  await pay()
  await watch()
  const [first] = await listPaymentsToHandle(app, app.db)
  expect(first?.units).toBe(100_000n)

  await app.db.transaction().execute((tx) => markPaymentsHandled(tx, first ? [first] : []))
  expect(await listPaymentsToHandle(app, app.db)).toEqual([])

  await mine()
  await watch()
  expect(await listPaymentsToHandle(app, app.db)).toHaveLength(1)
})

test('An address is checked less often as it ages, and for good', async () => {
  await watchTestAddress(app)
  const readPause = async () => {
    await watchChains(app)
    const { rows } = await context.database.owner.query(
      'select extract(epoch from next_check_at - checked_at)::int as pause from chain_address',
    )
    return rows[0].pause
  }
  const HOUR = 3_600_000

  expect(await readPause()).toBe(2)
  app.clock.advance(2 * HOUR)
  expect(await readPause()).toBe(600)
  app.clock.advance(24 * HOUR)
  expect(await readPause()).toBe(86_400)
  app.clock.advance(100 * 24 * HOUR)
  expect(await readPause()).toBe(3 * 86_400)
  app.clock.advance(300 * 24 * HOUR)
  expect(await readPause()).toBe(7 * 86_400)
})

test('A chain that another process checks is left to it until its claim ends', async () => {
  await watchTestAddress(app)
  await watch()
  await context.database.owner.query(
    "update chain_provider set claimed_until = $1 where chain = 'bitcoin'",
    [new Date(app.clock.now().getTime() + 90_000)],
  )
  await pay()
  await watch()
  expect(await list()).toEqual([])

  await watch(120)
  expect(await list()).toHaveLength(1)
})

test('The simulated chain does not exist in a live database', async () => {
  await restampMode(context.database, 'live')
  await expect(pay()).rejects.toThrow('not available in a live database')
  await expect(mine()).rejects.toThrow('not available in a live database')
})
