import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../../tests/support/http.ts'

const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const post = (action: string, body: Record<string, unknown>) =>
  server.send('POST', `/dev/chain/${action}`, { body })
const readBitcoin = async () =>
  (await server.send('GET', '/dev/chain.json')).json.chains.find(
    ({ chain }: { chain: string }) => chain === 'bitcoin',
  )
const pay = async (amount = '0.5') => {
  await post('pay', { chain: 'bitcoin', coin: 'BTC', address: ADDRESS, amount })
  return (await readBitcoin()).transactions.find(({ height }: { height: unknown }) => !height).txid
}

test('A payment is sent, mined, and replaced by a reorganisation', async () => {
  const txid = await pay()
  expect((await readBitcoin()).transactions).toMatchObject([
    { txid, height: null, outputs: [{ coin: 'BTC', address: ADDRESS, amount: '0.50000000' }] },
  ])

  expect((await post('mine', { chain: 'bitcoin', blocks: 3 })).status).toBe(200)
  expect(await readBitcoin()).toMatchObject({
    height: 3,
    transactions: [{ txid, height: 1, confirmations: 3 }],
  })

  await post('reorganise', { chain: 'bitcoin', blocks: 3 })
  expect(await readBitcoin()).toMatchObject({ height: 4, transactions: [{ txid, height: null }] })
  await post('mine', { chain: 'bitcoin', blocks: 1 })
  await post('double-spend', { chain: 'bitcoin', txid })
  const { transactions } = await readBitcoin()
  expect(transactions).toHaveLength(1)
  expect(transactions[0].txid).not.toBe(txid)
})

test('A payment in the mempool is dropped or replaced', async () => {
  await post('drop', { chain: 'bitcoin', txid: await pay() })
  const replaced = await pay()
  await post('replace', { chain: 'bitcoin', txid: replaced })
  const left = (await readBitcoin()).transactions.filter(
    ({ height }: { height: unknown }) => !height,
  )
  expect(left).toHaveLength(1)
  expect(left[0].txid).not.toBe(replaced)
})

test('A body of another form changes nothing, and another site cannot send one', async () => {
  for (const body of [
    {},
    { chain: 'dogecoin', blocks: 1 },
    { chain: 'bitcoin', blocks: 0 },
    { chain: 'bitcoin', blocks: 101 },
    { chain: 'bitcoin', blocks: 1, more: true },
  ])
    expect((await post('mine', body)).status, JSON.stringify(body)).toBe(400)

  const amount = { chain: 'bitcoin', coin: 'BTC', address: ADDRESS, amount: '-1' }
  expect((await post('pay', amount)).status).toBe(400)
  expect((await post('drop', { chain: 'bitcoin', txid: 'a'.repeat(64) })).status).toBe(409)

  const headers = { origin: 'https://evil.example' }
  const body = { chain: 'bitcoin', blocks: 1 }
  expect((await server.send('POST', '/dev/chain/mine', { body, headers })).status).toBe(403)
})

test('A live installation has none of these calls', async () => {
  const live = await testServer({ mode: 'live' })
  expect((await live.send('GET', '/dev/chain.json')).status).toBe(404)
  const body = { chain: 'bitcoin', blocks: 1 }
  expect((await live.send('POST', '/dev/chain/mine', { body })).status).toBe(404)
  await live.close()
})
