import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { findTestTransaction, payTestAddress, TEST_ADDRESSES } from '../testing.ts'
import { simulateReplacement } from './simulate-replacement.ts'

let context: TestApp
let app: TestApp['app']
beforeAll(async () => {
  context = await createTestApp()
  app = context.app
})
afterAll(() => context.close())

test('A replacement spends the same outputs, and the replaced transaction is gone', async () => {
  const txid = await payTestAddress(app)
  const spends = (await findTestTransaction(app, txid))?.spends
  const outputs = [{ coin: 'BTC' as const, address: TEST_ADDRESSES.BTC, units: 4n }]

  const other = await simulateReplacement(app, { chain: 'bitcoin', txid, outputs })
  expect(await findTestTransaction(app, txid)).toBeNull()
  expect(await findTestTransaction(app, other)).toMatchObject({
    block: null,
    replaceable: true,
    spends,
  })
})
