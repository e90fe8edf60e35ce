import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { TEST_ADDRESSES } from '../testing.ts'

import { simulatePayment } from './simulate-payment.ts'
import { simulateReplacement } from './simulate-replacement.ts'

let context: TestApp
let app: TestApp['app']
beforeAll(async () => {
  context = await createTestApp()
  app = context.app
})
afterAll(() => context.close())

const find = (txid: string) => app.chains.bitcoin[0]?.findTransaction(txid)
const pay = () =>
  simulatePayment(app, {
    chain: 'bitcoin',
    coin: 'BTC',
    address: TEST_ADDRESSES.BTC,
    units: 5n,
  })

test('A replacement spends the same outputs, and the replaced transaction is gone', async () => {
  const txid = await pay()
  const spends = (await find(txid))?.spends
  const outputs = [{ coin: 'BTC' as const, address: TEST_ADDRESSES.BTC, units: 4n }]

  const other = await simulateReplacement(app, { chain: 'bitcoin', txid, outputs })
  expect(await find(txid)).toBeNull()
  expect(await find(other)).toMatchObject({ block: null, replaceable: true, spends })
})
