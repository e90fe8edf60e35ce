import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { TEST_ADDRESSES } from '../testing.ts'
import { simulateDrop } from './simulate-drop.ts'
import { simulatePayment } from './simulate-payment.ts'

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

test('A dropped transaction is in the mempool no more, and is dropped once', async () => {
  const txid = await pay()
  await simulateDrop(app, 'bitcoin', txid)
  expect(await find(txid)).toBeNull()
  await expect(simulateDrop(app, 'bitcoin', txid)).rejects.toMatchObject({ code: 'not_in_mempool' })
})
