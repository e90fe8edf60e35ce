import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFixedClock } from '#platform/clock.ts'
import { type TestServer, testServer } from '../../../tests/support/http.ts'
import type { PriceFeed } from './adapters/price-feed.ts'
import { createSimulatedPrices } from './adapters/simulated-prices.ts'
import { findNearestPoint, formatChange } from './model.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const get = (path: string) => server.send('GET', `/api/market${path}`)
const DECIMAL = /^\d+\.\d{2,6}$/
const CHANGE = /^-?\d+\.\d{2}$/

/** Replaces methods of the price feed while `use` runs. */
async function withPrices(other: Partial<PriceFeed>, use: () => Promise<void>) {
  const before = { ...server.app.prices }
  Object.assign(server.app.prices, other)
  await use().finally(() => Object.assign(server.app.prices, before))
}

test('Every instrument is listed with source, time and exact price, marked simulated', async () => {
  const { json } = await get('')
  expect(json.data.map(({ label }: { label: string }) => label)).toEqual([
    'BTC',
    'ETH',
    'USDT',
    'SOL',
    'XRP',
    'ADA',
    'DOGE',
    'LTC',
    'XAU',
    'XAG',
    'EUR/USD',
    'GBP/USD',
  ])

  for (const row of json.data)
    expect(row).toMatchObject({
      source: 'Simulated feed',
      at: '2026-11-20T09:00:00.000Z',
      simulated: true,
      stale: false,
      price: expect.stringMatching(DECIMAL),
      change24h: expect.stringMatching(CHANGE),
      change7d: expect.stringMatching(CHANGE),
    })
})

test('The seven-day line has a point every four hours and ends with the shown price', async () => {
  const [list, history] = [(await get('')).json.data, (await get('/history')).json.data]
  expect(history).toHaveLength(list.length)

  history.forEach((line: { symbol: string; closes: string[] }, i: number) => {
    expect(line).toMatchObject({
      symbol: list[i].symbol,
      closes: expect.arrayContaining([list[i].price]),
    })
    expect(line.closes).toHaveLength(43)
    expect(line.closes.at(-1)).toBe(list[i].price)
  })
})

test('A restarted server displays the same history as a running one', async () => {
  const clock = createFixedClock('2026-11-20T09:59:00Z')
  const running = createSimulatedPrices(clock)

  for (const minutes of [0, 1, 59, 240, 60 * 24 * 30]) {
    clock.advance(minutes * 60_000)
    await running.candles('BTC', 10)
    expect(await running.board()).toEqual(await createSimulatedPrices(clock).board())
    expect(await running.candles('BTC', 10)).toEqual(
      await createSimulatedPrices(clock).candles('BTC', 10),
    )
  }
})

test('Each day opens at the close of the previous one, between its low and high', async () => {
  const { json } = await get('/BTC/candles?days=120')
  const { candles } = json.data
  expect([candles.length, candles[0].day, candles.at(-1).day]).toEqual([
    120,
    '2026-07-24',
    '2026-11-20',
  ])

  candles.forEach(({ open, high, low, close }: Record<string, string>, i: number) => {
    for (const text of [open, high, low, close]) expect(text).toMatch(DECIMAL)
    expect(Number(low)).toBeLessThanOrEqual(Math.min(Number(open), Number(close)))
    expect(Number(high)).toBeGreaterThanOrEqual(Math.max(Number(open), Number(close)))
    if (i > 0) expect(open).toBe(candles[i - 1].close)
  })

  expect(candles.at(-1).close).toBe((await get('')).json.data[0].price)
  expect((await get('/EUR/candles')).json.data.candles).toHaveLength(90)
})

test('An unknown instrument is a 404, and an invalid number of days a 400', async () => {
  for (const symbol of ['DOT', 'btc', 'constructor', '%2e%2e', 'EUR%2FUSD'])
    expect((await get(`/${symbol}/candles`)).status, symbol).toBe(404)
  for (const days of ['0', '1', '-5', '301', '1e9', 'x', '2.5'])
    expect((await get(`/BTC/candles?days=${days}`)).status, days).toBe(400)
})

test('With feeds down the list stays, marked stale, and missing candles are a 503', async () => {
  const [quote] = await server.app.prices.board()
  if (!quote) throw new Error('the sandbox has prices')

  const board = async () => [{ ...quote, stale: true, past: [] }]
  const candles = () => Promise.reject(new Error('down'))
  await withPrices({ board, candles }, async () => {
    expect((await get('')).json.data).toMatchObject([
      { stale: true, change24h: null, change7d: null },
    ])
    expect((await get('/history')).json.data).toMatchObject([{ symbol: 'BTC', closes: [] }])

    const refused = await get('/BTC/candles')
    expect([refused.status, refused.json.code]).toEqual([503, 'price_unavailable'])
  })
})

test('A change is rounded to the nearest hundredth of a per cent, with its sign', () => {
  expect(formatChange(1_000_000n, 1_018_400n)).toBe('1.84')
  expect(formatChange(1_000_000n, 993_800n)).toBe('-0.62')
  expect(formatChange(1_000_000n, 1_000_049n)).toBe('0.00')
  expect(formatChange(1_000_000n, 1_000_050n)).toBe('0.01')
  expect(formatChange(1_000_000n, 999_950n)).toBe('-0.01')
  expect(formatChange(1_000_000n, 11_000_000n)).toBe('1000.00')
})

test('The price of a moment is the nearest one within the limit', () => {
  const buildTime = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour))
  const past = [3, 4, 9].map((hour) => ({ at: buildTime(hour), rate: BigInt(hour) }))
  expect(findNearestPoint(past, new Date(Date.UTC(2026, 10, 20, 4, 40)), 3_600_000)?.rate).toBe(4n)
  expect(findNearestPoint(past, buildTime(6), 3_600_000)).toBeNull()
  expect(findNearestPoint([], buildTime(6), 3_600_000)).toBeNull()
})

describe('the stream of prices', () => {
  const open = async (cookie: string, query = '', headers: Record<string, string> = {}) => {
    const ended = new AbortController()
    const response = await server.fetch(`/api/market/stream?for=member${query}`, {
      headers: { cookie, ...headers },
      signal: ended.signal,
    })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()

    return { response, next: async () => (await reader?.read())?.value, stop: () => ended.abort() }
  }

  test('A page without a session receives nothing', async () => {
    expect((await server.fetch('/api/market/stream')).status).toBe(401)
  })

  test('A page receives every price first, and on reconnecting what it missed', async () => {
    const { cookie } = await server.asMember()
    const page = await open(cookie)
    expect(page.response.headers.get('content-type')).toContain('text/event-stream')
    expect(await page.next()).toBe('retry: 2000\n\n')

    const [, id = '', rows = '[]'] =
      /^id: (\S+)\nevent: all\ndata: (.*)\n\n$/.exec((await page.next()) ?? '') ?? []
    expect(JSON.parse(rows)).toEqual((await get('')).json.data)

    page.stop()

    for (const [query, headers] of [
      ['', { 'last-event-id': id }],
      [`&after=${id}`, {}],
    ] as const) {
      const again = await open(cookie, query, headers)
      expect(await again.next()).toBe('retry: 2000\n\n')

      const more = await Promise.race([
        again.next(),
        new Promise((done) => setTimeout(done, 100, 'nothing')),
      ])
      expect(more).toBe('nothing')

      again.stop()
    }
  })

  test('A person has at most twelve open streams', async () => {
    const { cookie } = await server.asMember()
    const pages = []

    for (let i = 0; i < 12; i++) pages.push(await open(cookie))
    expect((await open(cookie)).response.status).toBe(429)
    expect((await open((await server.asMember()).cookie)).response.status).toBe(200)

    pages[0]?.stop()
    expect((await open(cookie)).response.status).toBe(200)
  })
})
