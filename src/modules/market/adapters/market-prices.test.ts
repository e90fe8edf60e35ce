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

/** A house with feeds that say what they are told to. */
function feeds(...names: string[]) {
  const clock = createFixedClock(start)
  const says = new Map<string, () => Promise<FeedQuote[]>>()
  const setFeedRate = (name: string, symbol: InstrumentSymbol, rate: bigint) =>
    says.set(name, async () => [{ symbol, rate, at: clock.now() }])
  const sources = names.map(
    (name): Source => ({
      name,
      symbols: ['BTC', 'EUR'],
      everyMs: 10_000,
      staleMs: 60_000,
      binding: name !== 'Looked at',
      fetchQuotes: () => says.get(name)?.() ?? Promise.reject(new Error('down')),
    }),
  )

  const prices = createMarketPrices(sources, { clock, log, bandBps: 100n })
  return { clock, prices, says, tell: setFeedRate, app: { clock, prices } }
}
const unavailable = { code: 'price_unavailable', status: 503 }
const down = () => Promise.reject(new Error('down'))

test('a quote rests on the median of two fresh feeds and says which', async () => {
  const { app, tell } = feeds('Kraken', 'Coinbase')
  tell('Kraken', 'BTC', 97_000_000_000n)
  tell('Coinbase', 'BTC', 97_100_000_000n)

  expect(await getPrice(app, 'BTC')).toEqual({
    coin: 'BTC',
    rate: 97_050_000_000n,
    source: 'Median of Kraken and Coinbase',
    simulated: false,
    at: new Date(start),
  })
})

test('with one feed down there is no quote after a minute, and the page still shows what is known', async () => {
  const { app, clock, prices, tell, says } = feeds('Kraken', 'Coinbase')
  tell('Kraken', 'BTC', 97_000_000_000n)
  tell('Coinbase', 'BTC', 97_100_000_000n)
  await getPrice(app, 'BTC')
  says.set('Coinbase', down)
  clock.advance(60_000)

  expect((await getPrice(app, 'BTC')).at).toEqual(new Date(start))

  clock.advance(10_000)
  await expect(getPrice(app, 'BTC')).rejects.toMatchObject(unavailable)
  expect(await listPrices(app)).toEqual([])
  expect(await prices.board()).toMatchObject([{ symbol: 'BTC', source: 'Kraken', stale: false }])
})

test('feeds that disagree, a feed that is only looked at and a coin that one alone knows give no quote', async () => {
  const { app, clock, tell } = feeds('Kraken', 'Coinbase', 'Looked at')
  tell('Kraken', 'BTC', 97_000_000_000n)
  tell('Coinbase', 'BTC', 98_000_000_000n)
  tell('Looked at', 'BTC', 97_000_000_000n)

  await expect(getPrice(app, 'BTC')).rejects.toMatchObject(unavailable)

  tell('Coinbase', 'EUR', 1_158_000n)
  clock.advance(70_000)

  await expect(getPrice(app, 'BTC')).rejects.toMatchObject(unavailable)
})

test('while every feed is down the last figures stay, each with its time, and are marked stale', async () => {
  const { clock, prices, tell, says } = feeds('Kraken')
  tell('Kraken', 'BTC', 97_000_000_000n)

  expect(await prices.board()).toMatchObject([{ stale: false }])

  says.set('Kraken', down)
  clock.advance(30_000)

  expect(await prices.board()).toMatchObject([{ stale: false, at: new Date(start) }])

  clock.advance(1)
  expect(await prices.board()).toMatchObject([
    { stale: true, at: new Date(start), rate: 97_000_000_000n },
  ])
  await expect(prices.candles('BTC', 30)).rejects.toThrow('no feed tells')
})

test('a figure comes from the first feed that is current, and from the newest when none is', async () => {
  const { clock, prices, tell, says } = feeds('Kraken', 'Coinbase')
  tell('Kraken', 'BTC', 1n)
  tell('Coinbase', 'BTC', 2n)

  const readBoard = async () =>
    (await prices.board()).map(({ source, stale }) => ({ source, stale }))
  expect(await readBoard()).toEqual([{ source: 'Kraken', stale: false }])

  says.set('Kraken', down)
  clock.advance(40_000)
  await readBoard()

  expect(await readBoard()).toEqual([{ source: 'Coinbase', stale: false }])

  says.set('Coinbase', down)
  clock.advance(40_000)

  expect(await readBoard()).toEqual([{ source: 'Coinbase', stale: true }])
})

test('the days before are collected behind who looks, one thing after another, and what fails is tried again soon', async () => {
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

  await vi.waitFor(async () => expect(await pasts()).toEqual([0, 1]), { timeout: 10_000 })
  expect(requestedSymbols).toEqual(['BTC', 'EUR'])

  await vi.waitFor(
    async () => {
      clock.advance(10_000)
      expect(await pasts()).toEqual([1, 1])
    },
    { timeout: 15_000, interval: 300 },
  )
}, 30_000)

test('a feed whose clock is ahead is neither believed nor shown', async () => {
  const { app, clock, prices, tell, says } = feeds('Kraken', 'Coinbase')
  tell('Kraken', 'BTC', 97_000_000_000n)

  const ahead = new Date(clock.now().getTime() + 3_600_000)
  says.set('Coinbase', async () => [{ symbol: 'BTC', rate: 97_000_000_000n, at: ahead }])

  await expect(getPrice(app, 'BTC')).rejects.toMatchObject(unavailable)
  expect((await prices.board()).map(({ source }) => source)).toEqual(['Kraken'])
})

test('the sandbox asks nobody outside: its prices are simulated unless the configuration names feeds', async () => {
  const clock = createFixedClock(start)
  const board = await openPrices(readConfig({}), { clock, log }).board()
  expect(board.length).toBeGreaterThan(10)
  expect(board.every(({ simulated, source }) => simulated && source === 'Simulated feed')).toBe(
    true,
  )
})
