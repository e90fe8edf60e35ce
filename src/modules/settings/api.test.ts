import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../../tests/support/http.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test('Visitors read the payment methods with fees and minimums but no address.', async () => {
  const { status, json, text } = await server.send('GET', '/api/payment-methods')
  expect(status).toBe(200)
  expect(
    json.data.map((method: { _id: string; name: string }) => [method._id, method.name]),
  ).toEqual([
    ['BITCOIN', 'Bitcoin'],
    ['ETHERIUM', 'Ethereum'],
    ['USDT', 'USDT'],
  ])

  expect(json.data[2]).toEqual({
    _id: 'USDT',
    name: 'USDT',
    coin: 'USDT',
    chain: 'ERC-20 on Ethereum',
    network: 'usdt, ERC-20 on Ethereum',
    open: true,
    sample: true,
    quoteMinutes: 30,
    confirmations: 12,
    withdrawalFee: '3.00',
    minWithdrawal: '20.00',
    announcedFees: null,
  })

  expect(text).not.toContain('tb1q')
})

test('Visitors read the operator, the stated times and the pauses.', async () => {
  const { json } = await server.send('GET', '/api/operator')
  expect(json.data).toMatchObject({
    mode: 'sandbox',
    legalName: 'Candor',
    statedHours: 24,
    walletCoolDownHours: 0,
    pauses: { deposits: null, withdrawals: null, signUps: null },
    registration: expect.stringContaining('simulated money'),
  })
})

test('Visitors read the prices with their source and time.', async () => {
  const { json } = await server.send('GET', '/api/market/prices')
  expect(json.data).toHaveLength(3)
  expect(json.data[0]).toEqual({
    coin: 'BTC',
    source: 'Simulated feed',
    simulated: true,
    at: '2026-11-20T09:00:00.000Z',
    rate: expect.stringMatching(/^\d+\.\d{2}$/),
  })
})
