import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { TEST_ADDRESSES } from '../testing.ts'
import { simulateBlocks } from './simulate-blocks.ts'
import { simulateDoubleSpend } from './simulate-double-spend.ts'
import { simulateDrop } from './simulate-drop.ts'
import { simulatePayment } from './simulate-payment.ts'

let context: TestApp
let app: TestApp['app']
beforeAll(async () => {
  context = await createTestApp()
  app = context.app
})
afterAll(() => context.close())

const OTHER = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const outputs = [{ coin: 'BTC' as const, address: OTHER, units: 5n }]
const find = (txid: string) => app.chains.bitcoin[0]?.findTransaction(txid)
const pay = () =>
  simulatePayment(app, {
    chain: 'bitcoin',
    coin: 'BTC',
    address: TEST_ADDRESSES.BTC,
    units: 5n,
  })

test('A double spend replaces a transaction in a block for good', async () => {
  const txid = await pay()
  await simulateBlocks(app, 'bitcoin', 3)
  const spends = (await find(txid))?.spends

  const other = await simulateDoubleSpend(app, { chain: 'bitcoin', txid, outputs })
  expect(await find(txid)).toBeNull()
  expect(await find(other)).toMatchObject({ spends, block: { height: 5 } })
})

test('Only a transaction in a block is double-spent, and only one in the mempool is dropped', async () => {
  const txid = await pay()
  await expect(simulateDoubleSpend(app, { chain: 'bitcoin', txid, outputs })).rejects.toMatchObject(
    { code: 'not_in_block' },
  )
  await simulateBlocks(app, 'bitcoin', 1)
  await expect(simulateDrop(app, 'bitcoin', txid)).rejects.toMatchObject({ code: 'not_in_mempool' })
})
