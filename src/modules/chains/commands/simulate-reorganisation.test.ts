import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { TEST_ADDRESSES } from '../testing.ts'
import { simulateBlocks } from './simulate-blocks.ts'
import { simulatePayment } from './simulate-payment.ts'
import { simulateReorganisation } from './simulate-reorganisation.ts'

let context: TestApp
let app: TestApp['app']
beforeAll(async () => {
  context = await createTestApp()
  app = context.app
})
afterAll(() => context.close())

const find = (txid: string) => app.chains.ethereum[0]?.findTransaction(txid)
const pay = () =>
  simulatePayment(app, {
    chain: 'ethereum',
    coin: 'ETH',
    address: TEST_ADDRESSES.ETH,
    units: 5n,
  })

test('A reorganisation replaces blocks by one more, and their transactions wait again', async () => {
  await simulateBlocks(app, 'ethereum', 20)
  const txid = await pay()
  await simulateBlocks(app, 'ethereum', 2)
  const before = await app.chains.ethereum[0]?.readTip()

  await simulateReorganisation(app, 'ethereum', 2)
  const after = await app.chains.ethereum[0]?.readTip()
  expect(after?.height).toBe((before?.height ?? 0) + 1)
  expect(after?.hash).not.toBe(before?.hash)
  expect(await find(txid)).toMatchObject({ block: null })
})

test('A final block does not change', async () => {
  await expect(simulateReorganisation(app, 'ethereum', 16)).rejects.toMatchObject({
    code: 'too_deep',
  })
  await expect(simulateReorganisation(app, 'bitcoin', 1)).rejects.toMatchObject({
    code: 'too_deep',
  })
})
