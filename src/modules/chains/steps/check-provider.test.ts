import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import type { ChainObservation, ChainProvider } from '../adapters/chain-provider.ts'
import { simulateBlocks } from '../commands/simulate-blocks.ts'
import { simulatePayment } from '../commands/simulate-payment.ts'
import { watchChain } from '../commands/watch-chain.ts'
import { listPayments, listProviderHealth } from '../queries.ts'
import { TEST_ADDRESSES, watchTestAddress } from '../testing.ts'

const ADDRESS = TEST_ADDRESSES.BTC
const OTHER = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'

let context: TestApp
let app: TestApp['app']
beforeEach(async () => {
  context = await createTestApp()
  app = context.app
})
afterEach(() => context.close())

type Change = (observation: ChainObservation) => ChainObservation
/** Watches through one provider, whose answers are changed. */
async function watchThrough(at: 0 | 1, change: Partial<ChainProvider> | Change): Promise<void> {
  const node = app.chains.bitcoin[at]
  if (!node) throw new Error('the sandbox simulates Bitcoin')
  const changed: ChainProvider =
    typeof change === 'function'
      ? { ...node, observe: async (...call) => change(await node.observe(...call)) }
      : { ...node, ...change }

  app.clock.advance(30_000)
  await watchChain({ ...app, chains: { ...app.chains, bitcoin: [changed] } }, 'bitcoin')
}

const list = () => listPayments(app, app.db, { chain: 'bitcoin', addresses: [ADDRESS, OTHER] })
const readHealth = async (at: 0 | 1) => (await listProviderHealth(app, app.db))[at]
const pay = (address = ADDRESS) =>
  simulatePayment(app, { chain: 'bitcoin', coin: 'BTC', address, units: 700n })

test.each<[string, Change]>([
  ['an amount of zero', (one) => change(one, { units: 0n })],
  ['an address that was not requested', (one) => change(one, { address: OTHER })],
  ['an invalid transaction id', (one) => change(one, { txid: 'xyz' })],
  ['a block above its tip', (one) => change(one, { block: { ...one.tip, height: 999 } })],
  ['a tip in the future', (one) => ({ ...one, tip: { ...one.tip, at: new Date(1e14) } })],
  ['a final block above its tip', (one) => ({ ...one, tip: { ...one.tip, finalHeight: 9 } })],
])('An answer with %s is refused as a whole', async (_, fault) => {
  await watchTestAddress(app)
  await pay()
  await watchThrough(0, fault)

  expect(await list()).toEqual([])
  expect(await readHealth(0)).toMatchObject({ status: 'silent', problem: expect.any(String) })
})

const change = (one: ChainObservation, fields: Partial<ChainObservation['payments'][number]>) => ({
  ...one,
  payments: one.payments.map((payment) => ({ ...payment, ...fields })),
})

test('A programming error of an adapter is the problem of its provider alone', async () => {
  await watchTestAddress(app)
  await pay()
  await watchThrough(0, {
    observe: () => Promise.reject(new TypeError('undefined is not a function')),
  })
  expect(await readHealth(0)).toMatchObject({ problem: 'undefined is not a function' })
})

test('A formerly simulated chain is watched from a real provider’s newest block on', async () => {
  await watchTestAddress(app)
  await watchThrough(1, {})
  await pay()
  await simulateBlocks(app, 'bitcoin', 2)

  const real = { name: 'a real node', simulated: false }
  await watchThrough(1, real)
  expect(await list()).toEqual([])

  const txid = await pay()
  await simulateBlocks(app, 'bitcoin', 1)
  await watchThrough(1, real)
  expect(await list()).toMatchObject([{ txid }])
})

test('A new address is read from its first block on, and then from the common cursor', async () => {
  await watchTestAddress(app)
  await watchThrough(1, {})
  await simulateBlocks(app, 'bitcoin', 2)

  const node = app.chains.bitcoin[1]
  const calls: { addresses: string[]; hasCursor: boolean }[] = []
  const observe: ChainProvider['observe'] = (targets, cursor) => {
    calls.push({ addresses: targets.map(({ address }) => address), hasCursor: cursor !== null })
    return node?.observe(targets, cursor) ?? Promise.reject(new Error('no node'))
  }
  await watchTestAddress(app, { address: OTHER })
  await pay(OTHER)
  await simulateBlocks(app, 'bitcoin', 1)
  await watchThrough(1, { observe })
  await watchThrough(1, { observe })

  const both = expect.arrayContaining([ADDRESS, OTHER])
  expect(calls).toEqual([
    { addresses: [OTHER], hasCursor: false },
    { addresses: both, hasCursor: true },
    { addresses: both, hasCursor: true },
  ])
  expect(await list()).toMatchObject([{ address: OTHER, units: 700n }])
})

test('Addresses that were checked without a provider are due again when it answers', async () => {
  await watchTestAddress(app)
  await watchThrough(0, {})
  app.clock.advance(48 * 3_600_000)
  await watchThrough(0, { observe: () => Promise.reject(new Error('429')) })
  await pay()
  await watchThrough(0, {})
  await watchThrough(0, {})
  expect(await list()).toHaveLength(1)
})

test('A provider that reads old blocks goes forward, and counts once up to date', async () => {
  await watchTestAddress(app)
  await pay()
  await simulateBlocks(app, 'bitcoin', 20)
  await watchThrough(0, {})
  const readPart =
    (height: number): Change =>
    (one) => ({
      ...one,
      tip: { ...one.tip, height, hash: 'c'.repeat(64) },
      payments: one.payments.filter(({ block }) => block && block.height <= height),
    })

  for (const [height, status] of [
    [5, 'behind'],
    [15, 'behind'],
    [20, 'ok'],
  ] as const) {
    await watchThrough(1, readPart(height))
    expect(await readHealth(1)).toMatchObject({ tipHeight: height, problem: null, status })
  }
})
