import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { isSimulatedChain, listSimulatedChains } from '../queries.ts'
import { TEST_ADDRESSES } from '../testing.ts'
import { simulatePayment } from './simulate-payment.ts'
import { simulateSettledPayment } from './simulate-settled-payment.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const payment = {
  chain: 'bitcoin',
  coin: 'BTC',
  address: TEST_ADDRESSES.BTC,
  units: 250_000n,
} as const
const readBitcoin = async () => (await listSimulatedChains(testApp.app.db))[0]

test('A payment is sent and settled once, also where it was sent before', async () => {
  const { app } = testApp
  const sent = await simulatePayment(app, payment)
  expect(await simulateSettledPayment(app, payment)).toBe(sent)
  expect(await simulateSettledPayment(app, payment)).toBe(sent)
  expect(await readBitcoin()).toMatchObject({
    height: 6,
    transactions: [{ txid: sent, confirmations: 6 }],
  })

  const other = await simulateSettledPayment(app, { ...payment, units: 250_001n })
  expect(other).not.toBe(sent)
  expect(await readBitcoin()).toMatchObject({ height: 12, transactions: [{}, {}] })
})

test('A chain with a configured provider is not simulated, and neither is one without any', () => {
  const { chains } = testApp.app
  const real = chains.bitcoin.map((provider) => ({ ...provider, simulated: false }))
  expect(isSimulatedChain({ chains }, 'bitcoin')).toBe(true)
  expect(isSimulatedChain({ chains: { ...chains, bitcoin: real } }, 'bitcoin')).toBe(false)
  expect(isSimulatedChain({ chains: { ...chains, bitcoin: [] } }, 'bitcoin')).toBe(false)
})
