import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { listSimulatedBlocks } from '../queries/simulated-blocks.ts'
import { TEST_ADDRESSES } from '../testing.ts'
import { simulateBlocks } from './simulate-blocks.ts'
import { simulatePayment } from './simulate-payment.ts'

let context: TestApp
let app: TestApp['app']
beforeAll(async () => {
  context = await createTestApp()
  app = context.app
})
afterAll(() => context.close())

const getNode = (chain: 'bitcoin' | 'ethereum' | 'tron') => {
  const [node] = app.chains[chain]
  if (!node) throw new Error('the sandbox simulates each chain')
  return node
}

test('A simulated payment has a transaction that a wallet can read, in the mempool and in a block', async () => {
  const address = TEST_ADDRESSES.BTC
  const txid = await simulatePayment(app, {
    chain: 'bitcoin',
    coin: 'BTC',
    address,
    units: 50_000n,
  })
  const node = getNode('bitcoin')
  expect(await node.findTransaction(txid)).toMatchObject({
    block: null,
    replaceable: true,
    transfers: [{ coin: 'BTC', address, units: 50_000n, outputIndex: 0 }],
  })
  expect(await node.readRawTransaction?.(txid)).toMatch(/^02000000/)

  await simulateBlocks(app, 'bitcoin', 1)
  const found = await node.findTransaction(txid)
  expect(found).toMatchObject({ block: { height: 1 }, replaceable: false })
  expect(await node.findPayments(txid, { coin: 'BTC', address, fromHeight: 0 })).toHaveLength(1)
  expect(await node.readBalance('BTC', address)).toMatchObject({ units: 50_000n })
  expect(await node.readBalance('BTC', address, 0)).toMatchObject({ units: 0n })
})

test('Payments in Ether and tokens have one transfer, and blocks become final', async () => {
  for (const [chain, coin] of [
    ['ethereum', 'ETH'],
    ['ethereum', 'USDT'],
    ['tron', 'USDT'],
  ] as const) {
    const address = TEST_ADDRESSES[coin]
    const txid = await simulatePayment(app, { chain, coin, address, units: 7n })
    expect(await getNode(chain).findTransaction(txid)).toMatchObject({ transfers: [{ coin }] })
  }

  await simulateBlocks(app, 'tron', 5)
  expect(await getNode('tron').readTip()).toMatchObject({ height: 5, finalHeight: 2 })
  expect(await listSimulatedBlocks(app.db, 'tron', 10)).toHaveLength(5)
})
