import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { findTestTransaction, payTestAddress } from '../testing.ts'
import { simulateBlocks } from './simulate-blocks.ts'
import { simulateDoubleSpend } from './simulate-double-spend.ts'
import { simulateDrop } from './simulate-drop.ts'

let context: TestApp
let app: TestApp['app']
beforeAll(async () => {
  context = await createTestApp()
  app = context.app
})
afterAll(() => context.close())

const OTHER = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const outputs = [{ coin: 'BTC' as const, address: OTHER, units: 5n }]
test('A double spend replaces a transaction in a block for good', async () => {
  const txid = await payTestAddress(app)
  await simulateBlocks(app, 'bitcoin', 3)
  const spends = (await findTestTransaction(app, txid))?.spends

  const other = await simulateDoubleSpend(app, { chain: 'bitcoin', txid, outputs })
  expect(await findTestTransaction(app, txid)).toBeNull()
  expect(await findTestTransaction(app, other)).toMatchObject({ spends, block: { height: 5 } })
})

test('Only a transaction in a block is double-spent, and only one in the mempool is dropped', async () => {
  const txid = await payTestAddress(app)
  await expect(simulateDoubleSpend(app, { chain: 'bitcoin', txid, outputs })).rejects.toMatchObject(
    { code: 'not_in_block' },
  )
  await simulateBlocks(app, 'bitcoin', 1)
  await expect(simulateDrop(app, 'bitcoin', txid)).rejects.toMatchObject({ code: 'not_in_mempool' })
})
