import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { buildBitcoinTransaction } from '../model/simulated-bitcoin.ts'
import { payTestAddress, TEST_ADDRESSES } from '../testing.ts'
import { simulatePayment } from './simulate-payment.ts'

const OTHER = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'

let context: TestApp
let app: TestApp['app']
beforeAll(async () => {
  context = await createTestApp()
  app = context.app
})
afterAll(() => context.close())

test('A signed transaction is broadcast once, and spends what the address has', async () => {
  await payTestAddress(app, { units: 50_000n })
  const [node] = app.chains.bitcoin
  if (!node) throw new Error('the sandbox simulates Bitcoin')
  const [unspent] = (await node.listUnspent?.(TEST_ADDRESSES.BTC)) ?? []
  if (!unspent) throw new Error('the address was paid before')
  const inputs = [{ txid: unspent.txid, index: unspent.outputIndex }]
  const pay = (units: bigint) => buildBitcoinTransaction(inputs, [{ address: OTHER, units }], true)

  const payout = pay(49_000n)
  expect(await node.broadcast?.(payout.raw)).toBe(payout.txid)
  expect(await node.broadcast?.(payout.raw)).toBe(payout.txid)
  expect(await node.listUnspent?.(TEST_ADDRESSES.BTC)).toEqual([])
  expect(await node.findTransaction(payout.txid)).toMatchObject({
    transfers: [{ address: OTHER, units: 49_000n }],
    spends: [`${unspent.txid}:0`],
  })
  await expect(node.broadcast?.(pay(48_000n).raw)).rejects.toThrow('spends one of these outputs')
  await expect(node.broadcast?.('00ff')).rejects.toThrow('isn’t a Bitcoin transaction')
  expect((await node.estimateFeeRates?.())?.get(6)).toBeGreaterThan(0)
})

test('A transaction that spends coin of the test network pays addresses of it', async () => {
  const [from, to] = [
    'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy',
  ]
  const coin = { chain: 'bitcoin', coin: 'BTC', address: from, units: 50_000n } as const
  const txid = await simulatePayment(app, coin)
  const [node] = app.chains.bitcoin
  const spent = [{ txid, index: 0 }]
  const { raw } = buildBitcoinTransaction(spent, [{ address: to, units: 49_000n }], true)

  const sent = (await node?.broadcast?.(raw)) ?? ''
  expect(await node?.findTransaction(sent)).toMatchObject({
    transfers: [{ address: to, units: 49_000n }],
  })
})
