import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { type TestServer, testServer } from '../../../../tests/support/http.ts'
import { fundMember, TEST_ADDRESS } from '../testing.ts'

let server: TestServer
let planVersionId: string
let keys = 0

beforeAll(async () => {
  server = await testServer()
  planVersionId = (
    await createPublishedPlan(server.app, { minAmount: 100_000n, targetBps: 5_000, termDays: 50 })
  ).id
})
afterAll(() => server.close())

const requestBody = { payment_channel: 'USDT', wallet_address: TEST_ADDRESS }

/** A member with 1,000 of cash, an older position of 2,000 and a newer one of 3,000. */
async function investor() {
  const { member, token } = await server.asMember()
  const day = (daysAgo: number) =>
    new Date(server.clock.now().getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  const older = await fundMember(server.app, member.id, {
    invested: 200_000n,
    planVersionId,
    openedOn: day(20),
  })

  const newer = await fundMember(server.app, member.id, {
    invested: 300_000n,
    planVersionId,
    openedOn: day(10),
  })

  await fundMember(server.app, member.id, { cash: 100_000n })

  const send = (path: string, body: object) =>
    server.send('POST', path, { token, key: `p${++keys}`, body: { ...requestBody, ...body } })
  const read = async (path: string) => (await server.send('GET', path, { token })).json.data

  return {
    older,
    newer,
    read,
    send,
    sendPreview: (body: object) => send('/api/withdraw/preview', body),
  }
}

test('a request has the previewed effects: sums, positions, accrual and target', async () => {
  const { newer, older, sendPreview, send, read } = await investor()
  const { json, status } = await sendPreview({ amount: 4500 })
  expect(status).toBe(200)
  expect(json.data).toMatchObject({
    amount: '4500.00',
    fee: '3.00',
    arrives: '4497.00',
    fromCash: '1000.00',
  })

  expect(json.data.parts).toMatchObject([
    {
      position: newer,
      amount: '3000.00',
      stays: '0.00',
      accrued: '300.00',
      forgoneTarget: '1200.00',
    },
    {
      position: older,
      amount: '500.00',
      stays: '1500.00',
      accrued: '400.00',
      forgoneTarget: '150.00',
    },
  ])
  expect((await send('/api/withdraw', { amount: 4500 })).status).toBe(200)

  const positions = await read('/api/positions')
  for (const part of json.data.parts) {
    const after = positions.find((one: { _id: string }) => one._id === part.position)
    expect(after).toMatchObject({
      remaining: part.stays,
      target: part.target,
      accrued: part.accrued,
    })
  }
})

test('a preview holds nothing, saves no address and leaves no request, however often', async () => {
  const { sendPreview, read } = await investor()
  const before = await read('/api/withdraw/available')

  for (let times = 0; times < 3; times += 1)
    expect((await sendPreview({ amount: 2000 })).json.data).toMatchObject({ newAddress: true })
  expect(await read('/api/withdraw/available')).toEqual(before)
  expect((await read('/api/wallets')).saved).toEqual([])
  expect(await read('/api/withdraw')).toEqual([])
})

test('looking is refused for what asking is refused for, in the same words', async () => {
  const { sendPreview, send, older } = await investor()
  const wrong = [
    { amount: 'abc' },
    { amount: '1.005' },
    { amount: 9_000_000 },
    { amount: 100, payment_channel: '' },
    { amount: 100, wallet_address: `${TEST_ADDRESS}0` },
    { amount: 5000, positions: [older] },
    { amount: 5000, positions: ['pos_of_nobody'] },
    { amount: 10, source: 'profit' },
    { amount: 10, source: 'thin air' },
  ]

  for (const body of wrong) {
    const previewResponse = await sendPreview(body)
    const refused = await send('/api/withdraw', body)
    expect(previewResponse.status, JSON.stringify(body)).toBeGreaterThanOrEqual(400)
    expect([previewResponse.status, previewResponse.json]).toEqual([refused.status, refused.json])
  }

  const both = await sendPreview({ amount: 9_000_000, wallet_address: `${TEST_ADDRESS}0` })
  expect(both.json).toMatchObject({
    code: 'invalid_amount',
    errors: [{ field: 'amount' }, { field: 'wallet_address' }],
  })
})

test('a picked position gives first, the place is behind those that wait, and a known address is not new', async () => {
  const { older, sendPreview, send, read } = await investor()
  const { json } = await sendPreview({ amount: 1600, positions: [older] })
  expect(json.data.parts).toMatchObject([{ position: older, amount: '600.00' }])

  server.clock.advance(1_000) // two of one instant have no order of their own
  await send('/api/withdraw', { amount: 100 })

  const [mine] = await read('/api/withdraw')
  const next = (await sendPreview({ amount: 100 })).json.data
  expect(next).toMatchObject({ newAddress: false, place: mine.place + 1, parts: [] })
})
