import { expect, test, vi } from 'vitest'
import { createFixedClock } from '#platform/clock.ts'
import { openLog } from '#platform/monitoring/log.ts'
import { readConfig } from '../../../config.ts'
import type { InstrumentSymbol } from '../model/prices.ts'
import { getPrice, listPrices } from '../queries.ts'
import { createMarketPrices, openPrices, type Source } from './market-prices.ts'
import type { FeedQuote } from './upstream.ts'

const start = '2026-11-20T12:00:00Z'
const log = openLog('silent')

/** Creates market prices over feeds that answer as the test sets them. */
function createFeeds(...names: string[]) {
  const clock = createFixedClock(start)
  const answers = new Map<string, () => Promise<FeedQuote[]>>()
  const setFeedRate = (name: string, symbol: InstrumentSymbol, rate: bigint) =>
    answers.set(name, async () => [{ symbol, rate, at: clock.now() }])
  const sources = names.map(
    (name): Source => ({
      name,
      symbols: ['BTC', 'EUR'],
      everyMs: 10_000,
      staleMs: 60_000,
      binding: name !== 'Display only',
      fetchQuotes: () => answers.get(name)?.() ?? Promise.reject(new Error('down')),
    }),
  )

  const prices = createMarketPrices(sources, { clock, log, bandBps: 100n })
  return { clock, prices, answers, setFeedRate, app: { clock, prices } }
}
const unavailable = { code: 'price_unavailable', status: 503 }
const down = () => Promise.reject(new Error('down'))

test('A quote is the median of two current feeds and names them', async () => {
  const { app, setFeedRate } = createFeeds('Kraken', 'Coinbase')
  setFeedRate('Kraken', 'BTC', 97_000_000_000n)
  setFeedRate('Coinbase', 'BTC', 97_100_000_000n)

  expect(await getPrice(app, 'BTC')).toEqual({
    coin: 'BTC',
    rate: 97_050_000_000n,
    source: 'Median of Kraken and Coinbase',
    simulated: false,
    at: new Date(start),
  })
})

test('With one feed down there is no quote after a minute; the last price is still displayed', async () => {
  const { app, clock, prices, setFeedRate, answers } = createFeeds('Kraken', 'Coinbase')
  setFeedRate('Kraken', 'BTC', 97_000_000_000n)
  setFeedRate('Coinbase', 'BTC', 97_100_000_000n)
  await getPrice(app, 'BTC')
  answers.set('Coinbase', down)
  clock.advance(60_000)

  expect((await getPrice(app, 'BTC')).at).toEqual(new Date(start))

  clock.advance(10_000)
  await expect(getPrice(app, 'BTC')).rejects.toMatchObject(unavailable)
  expect(await listPrices(app)).toEqual([])
  expect(await prices.board()).toMatchObject([{ symbol: 'BTC', source: 'Kraken', stale: false }])
})

test('Feeds that disagree, a display-only feed and a single feed give no quote', async () => {
  const { app, clock, setFeedRate } = createFeeds('Kraken', 'Coinbase', 'Display only')
  setFeedRate('Kraken', 'BTC', 97_000_000_000n)
  setFeedRate('Coinbase', 'BTC', 98_000_000_000n)
  setFeedRate('Display only', 'BTC', 97_000_000_000n)

  await expect(getPrice(app, 'BTC')).rejects.toMatchObject(unavailable)

  setFeedRate('Coinbase', 'EUR', 1_158_000n)
  clock.advance(70_000)

  await expect(getPrice(app, 'BTC')).rejects.toMatchObject(unavailable)
})

test('While every feed is down the last prices stay, with their time, marked stale', async () => {
  const { clock, prices, setFeedRate, answers } = createFeeds('Kraken')
  setFeedRate('Kraken', 'BTC', 97_000_000_000n)

  expect(await prices.board()).toMatchObject([{ stale: false }])

  answers.set('Kraken', down)
  clock.advance(30_000)

  expect(await prices.board()).toMatchObject([{ stale: false, at: new Date(start) }])

  clock.advance(1)
  expect(await prices.board()).toMatchObject([
    { stale: true, at: new Date(start), rate: 97_000_000_000n },
  ])
  await expect(prices.candles('BTC', 30)).rejects.toThrow('no feed has')
})

test('A price comes from the first current feed, else from the newest one', async () => {
  const { clock, prices, setFeedRate, answers } = createFeeds('Kraken', 'Coinbase')
  setFeedRate('Kraken', 'BTC', 1n)
  setFeedRate('Coinbase', 'BTC', 2n)

  const readBoard = async () =>
    (await prices.board()).map(({ source, stale }) => ({ source, stale }))
  expect(await readBoard()).toEqual([{ source: 'Kraken', stale: false }])

  answers.set('Kraken', down)
  clock.advance(40_000)
  await readBoard()

  expect(await readBoard()).toEqual([{ source: 'Coinbase', stale: false }])

  answers.set('Coinbase', down)
  clock.advance(40_000)

  expect(await readBoard()).toEqual([{ source: 'Coinbase', stale: true }])
})

test('History is collected in the background, and a failed request is retried soon', async () => {
  const clock = createFixedClock(start)
  const requestedSymbols: string[] = []
  const point = { at: new Date('2026-11-19T12:00:00Z'), rate: 5n }
  const source: Source = {
    name: 'Kraken',
    symbols: ['BTC', 'EUR'],
    everyMs: 10_000,
    staleMs: 60_000,
    binding: true,
    fetchQuotes: async () => [
      { symbol: 'BTC', rate: 7n, at: clock.now() },
      { symbol: 'EUR', rate: 8n, at: clock.now() },
    ],
    past: async (symbol) => {
      requestedSymbols.push(symbol)
      if (symbol === 'BTC' && requestedSymbols.length === 1) throw new Error('down')
      return [point]
    },
  }

  const prices = createMarketPrices([source], { clock, log, bandBps: 100n })
  const pasts = async () => (await prices.board()).map(({ past }) => past.length)
  expect(await pasts()).toEqual([0, 0])

  await vi.waitFor(async () => expect(await pasts()).toEqual([0, 1]), { timeout: 20_000 })
  expect(requestedSymbols).toEqual(['BTC', 'EUR'])

  await vi.waitFor(
    async () => {
      clock.advance(10_000)
      expect(await pasts()).toEqual([1, 1])
    },
    { timeout: 30_000, interval: 300 },
  )
})

test('A feed whose clock is ahead is neither quoted nor displayed', async () => {
  const { app, clock, prices, setFeedRate, answers } = createFeeds('Kraken', 'Coinbase')
  setFeedRate('Kraken', 'BTC', 97_000_000_000n)

  const ahead = new Date(clock.now().getTime() + 3_600_000)
  answers.set('Coinbase', async () => [{ symbol: 'BTC', rate: 97_000_000_000n, at: ahead }])

  await expect(getPrice(app, 'BTC')).rejects.toMatchObject(unavailable)
  expect((await prices.board()).map(({ source }) => source)).toEqual(['Kraken'])
})

test('Sandbox prices are simulated unless the configuration names feeds', async () => {
  const clock = createFixedClock(start)
  const board = await openPrices(readConfig({}), { clock, log }).board()
  expect(board.length).toBeGreaterThan(10)
  expect(board.every(({ simulated, source }) => simulated && source === 'Simulated feed')).toBe(
    true,
  )
})
