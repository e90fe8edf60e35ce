import { afterAll, beforeAll, expect, test } from 'vitest'
import { setTestSetting } from '#modules/settings/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { loadTransactionLinks } from './transaction-links.ts'

const txid = 'ab'.repeat(32)
const none = { bitcoin: [], ethereum: [], tron: [] } as const

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('A transaction is linked in the operator’s explorer, as its chain writes its id.', async () => {
  const app = { ...testApp.app, chains: none }
  const shipped = await loadTransactionLinks(app)
  expect(shipped({ chain: 'bitcoin', coin: 'BTC', txid })).toBe(`https://mempool.space/tx/${txid}`)
  expect(shipped({ chain: 'bitcoin', coin: 'BTC', txid: 'sandbox-payment' })).toBeNull()

  await setTestSetting(app, 'explorers', {
    bitcoin: '',
    ethereum: 'https://explorer.example/tx/{txid}',
    tron: 'https://explorer.example/#/{txid}',
  })
  const link = await loadTransactionLinks(app)
  expect(link({ chain: 'bitcoin', coin: 'BTC', txid })).toBeNull()
  expect(link({ chain: 'ethereum', coin: 'USDT', txid })).toBe(
    `https://explorer.example/tx/0x${txid}`,
  )
  expect(link({ chain: 'tron', coin: 'USDT', txid })).toBe(`https://explorer.example/#/${txid}`)
})

test('A simulated payment is linked in the sandbox’s tools, a manual one nowhere.', async () => {
  const link = await loadTransactionLinks(testApp.app)
  expect(link({ chain: 'ethereum', coin: 'ETH', txid })).toBe(`/dev/chain?transaction=${txid}`)
  expect(link({ chain: 'ethereum', coin: 'ETH', txid: 'sandbox-payment' })).toBeNull()
})
