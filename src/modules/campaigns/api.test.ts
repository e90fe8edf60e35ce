import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../../tests/support/http.ts'

let server: TestServer
let ines: { token: string }

beforeAll(async () => {
  server = await testServer()
  ines = await server.asAdmin('finance')
})
afterAll(() => server.close())

const send = (method: string, path: string, body?: object) =>
  server.send(method, `/api/admin/campaigns${path}`, { token: ines.token, ...(body && { body }) })
const running = async () => (await server.send('GET', '/api/campaign')).json.data
const CAMPAIGN = {
  code: 'Airdrop',
  name: 'Airdrop',
  text: 'Claim $25.50 with your first deposit.',
  amount: 25.5,
  budget: '900.00',
  startsOn: '2026-11-21',
  endsOn: '2026-11-30',
}

test('a campaign goes from draft to published to ended, and is public only while it is published', async () => {
  expect(await running()).toBeNull()

  const created = await send('POST', '', CAMPAIGN)
  expect(created.status, created.text).toBe(200)

  const { _id, state } = created.json.data
  expect(state).toBe('draft')
  expect(await running()).toBeNull()
  expect((await send('POST', `/${_id}/publish`)).json.data.state).toBe('published')
  expect(await running()).toBeNull()

  server.clock.setOffsetDays(1)
  expect(await running()).toEqual({
    code: 'airdrop',
    name: 'Airdrop',
    text: CAMPAIGN.text,
    amount: '25.50',
    startsOn: '2026-11-21',
    endsOn: '2026-11-30',
    endsAt: '2026-12-01T00:00:00.000Z',
    endsSoon: false,
    label: null,
  })

  const fetchCampaign = async (code: string) =>
    (await server.send('GET', `/api/campaign?code=${code}`)).json.data
  expect(await fetchCampaign('AirDrop')).toMatchObject({ code: 'airdrop', amount: '25.50' })
  expect(await fetchCampaign('spring')).toBeNull()

  server.clock.setOffsetDays(4)
  expect(await running()).toMatchObject({
    endsSoon: true,
    label: 'Offer Ends Soon',
    endsOn: '2026-11-30',
  })

  server.clock.setOffsetDays(0)

  const ended = await send('POST', `/${_id}/end`, { reason: 'The money is needed elsewhere.' })
  expect(ended.json.data).toMatchObject({ state: 'ended', endsOn: '2026-11-30', used: '0.00' })
  expect(await running()).toBeNull()
  expect(await fetchCampaign('airdrop')).toBeNull()
  expect((await send('GET', '')).json.data).toMatchObject([
    { _id, budget: '900.00', state: 'ended' },
  ])
})

test('a text that promises a return is refused at its field, with the phrase', async () => {
  const { status, json } = await send('POST', '', {
    ...CAMPAIGN,
    code: 'sure',
    text: 'A guaranteed gain.',
  })

  expect(status).toBe(422)
  expect(json).toMatchObject({ code: 'promises_return', errors: [{ field: 'text' }] })
  expect(json.message).toContain('"guaranteed"')
})

test('ending early without a reason is refused', async () => {
  const { json } = await send('POST', '', { ...CAMPAIGN, code: 'stays' })
  await send('POST', `/${json.data._id}/publish`)
  const { status, json: refused } = await send('POST', `/${json.data._id}/end`, {})
  expect([status, refused.code, refused.errors[0].field]).toEqual([400, 'reason_needed', 'reason'])
})
