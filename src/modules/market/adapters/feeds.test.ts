import type { RequestListener } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFixedClock } from '#platform/clock.ts'
import {
  answering,
  type OutsideServer,
  outsideServer,
} from '../../../../tests/support/outside-server.ts'
import { createCoinbaseFeed } from './coinbase.ts'
import { createCoingeckoFeed } from './coingecko.ts'
import { createFrankfurterFeed } from './frankfurter.ts'
import { createKrakenFeed } from './kraken.ts'
import type { Upstream } from './upstream.ts'

const clock = createFixedClock('2026-11-20T12:00:00Z')
let outside: OutsideServer

beforeAll(async () => {
  outside = await outsideServer()
})
afterAll(() => outside.close())

const toDate = (text: string) => new Date(text)
const buildOptions = () => ({ clock, base: outside.base, timeoutMs: 500 })
const seconds = (text: string) => Date.parse(text) / 1_000

/** Answers as in the feeds' own documentation, shortened. */
const KRAKEN_TICKER = {
  error: [],
  result: {
    XXBTZUSD: {
      a: ['97123.50000', '1', '1.000'],
      b: ['97123.40000', '2', '2.000'],
      c: ['97123.40000', '0.00103'],
      v: ['812.1', '1913.6'],
      p: ['96800.1', '96500.3'],
      t: [21033, 50122],
      l: ['95900.0', '95100.0'],
      h: ['97800.0', '98000.0'],
      o: '96010.10000',
    },
    USDTZUSD: { a: ['1.00020'], b: ['1.00010'], c: ['1.00013000', '12.1'], o: '1.0001' },
    ZEURZUSD: { a: ['1.15840'], b: ['1.15830'], c: ['1.15832', '90.0'], o: '1.1580' },
  },
}
const KRAKEN_DAYS = {
  error: [],
  result: {
    XXBTZUSD: [
      [
        seconds('2026-11-19T00:00:00Z'),
        '95000.0',
        '96500.5',
        '94000.1',
        '96010.1',
        '95500.0',
        '1200.5',
        30122,
      ],
      [
        seconds('2026-11-20T00:00:00Z'),
        '96010.1',
        '97800.0',
        '95900.0',
        '97123.4',
        '96800.1',
        '812.1',
        21033,
      ],
    ],
    last: seconds('2026-11-19T00:00:00Z'),
  },
}
const COINBASE_TICKER = {
  ask: '97130.01',
  bid: '97129.99',
  volume: '7412.11',
  trade_id: 72_190_110,
  price: '97130',
  size: '0.0012',
  time: '2026-11-20T11:59:58.123456Z',
  rfq_volume: '21.3',
}
const COINBASE_DAYS = [
  [seconds('2026-11-20T00:00:00Z'), 95_900, 97_800, 96_010.1, 97_130, 7412.1],
  [seconds('2026-11-19T00:00:00Z'), 94_000.1, 96_500.5, 95_000, 96_010.1, 9120.4],
]
const COINGECKO = [
  {
    id: 'bitcoin',
    symbol: 'btc',
    name: 'Bitcoin',
    image: 'https://example.com/1.png',
    current_price: 97_101.25,
    market_cap: 1.92e12,
    market_cap_rank: 1,
    total_volume: 38_400_000_000,
    price_change_percentage_24h: 1.84,
    last_updated: '2026-11-20T11:58:40.000Z',
    sparkline_in_7d: { price: [91_000.123456789, 97_101.25] },
  },
]
const EURO = {
  amount: 1.0,
  base: 'EUR',
  start_date: '2026-11-17',
  end_date: '2026-11-19',
  rates: { '2026-11-19': { USD: 1.1583 }, '2026-11-18': { USD: 1.16 } },
}
const POUND = { ...EURO, base: 'GBP', rates: { '2026-11-19': { USD: 1.3121 } } }

describe('what each feed says is read', () => {
  test('Kraken: its own names, exact texts and the time of the request', async () => {
    outside.behave(answering({ '/0/public/Ticker': KRAKEN_TICKER, '/0/public/OHLC': KRAKEN_DAYS }))
    expect(await createKrakenFeed(buildOptions()).fetchQuotes()).toEqual([
      { symbol: 'BTC', rate: 97_123_400_000n, at: clock.now() },
      { symbol: 'USDT', rate: 1_000_130n, at: clock.now() },
      { symbol: 'EUR', rate: 1_158_320n, at: clock.now() },
    ])

    expect(await createKrakenFeed(buildOptions()).candles?.('BTC')).toMatchObject([
      { day: '2026-11-19', open: 95_000_000_000n, high: 96_500_500_000n, low: 94_000_100_000n },
      { day: '2026-11-20', close: 97_123_400_000n },
    ])

    expect((await createKrakenFeed(buildOptions()).past?.('BTC'))?.[1]).toEqual({
      at: toDate('2026-11-20T00:00:00Z'),
      rate: 96_010_100_000n,
    })

    expect(outside.requestedPaths.at(-1)).toBe(
      `/0/public/OHLC?pair=XBTUSD&interval=60&since=${seconds('2026-11-12T12:00:00Z')}`,
    )
  })

  test('Coinbase: time of the last trade, candles newest first, low before high', async () => {
    outside.behave(
      answering({
        '/products/BTC-USD/ticker': COINBASE_TICKER,
        '/products/BTC-USD/candles': COINBASE_DAYS,
      }),
    )

    expect(await createCoinbaseFeed(buildOptions()).fetchQuotes()).toEqual([
      { symbol: 'BTC', rate: 97_130_000_000n, at: toDate('2026-11-20T11:59:58.123Z') },
    ])
    expect(await createCoinbaseFeed(buildOptions()).candles?.('BTC')).toMatchObject([
      { day: '2026-11-19', open: 95_000_000_000n, high: 96_500_500_000n, low: 94_000_100_000n },
      { day: '2026-11-20', open: 96_010_100_000n, close: 97_130_000_000n },
    ])
  })

  test('CoinGecko: numbers to the last digit, and the last week by the hour', async () => {
    outside.behave(answering({ '/api/v3/coins/markets': COINGECKO }))

    const feed = createCoingeckoFeed({ base: outside.base, key: 'a key' })
    expect(await feed.fetchQuotes()).toEqual([
      {
        symbol: 'BTC',
        rate: 97_101_250_000n,
        at: toDate('2026-11-20T11:58:40Z'),
        past: [
          { at: toDate('2026-11-20T10:58:40Z'), rate: 91_000_123_457n },
          { at: toDate('2026-11-20T11:58:40Z'), rate: 97_101_250_000n },
        ],
      },
    ])
  })

  test('Frankfurter: the rate of the last working day and the earlier ones', async () => {
    outside.behave((request, response) =>
      answering({ '/v1/2026-11-08..': request.url?.includes('base=EUR') ? EURO : POUND })(
        request,
        response,
      ),
    )

    expect(await createFrankfurterFeed(buildOptions()).fetchQuotes()).toEqual([
      {
        symbol: 'EUR',
        rate: 1_158_300n,
        at: toDate('2026-11-19T14:00:00Z'),
        past: [
          { at: toDate('2026-11-18T14:00:00Z'), rate: 1_160_000n },
          { at: toDate('2026-11-19T14:00:00Z'), rate: 1_158_300n },
        ],
      },
      expect.objectContaining({ symbol: 'GBP', rate: 1_312_100n }),
    ])
  })
})

describe('what makes no sense is refused, and nothing is guessed', () => {
  const feeds = (): [name: string, feed: Upstream][] => [
    ['Kraken', createKrakenFeed(buildOptions())],
    ['Coinbase', createCoinbaseFeed(buildOptions())],
    ['CoinGecko', createCoingeckoFeed({ base: outside.base, timeoutMs: 500 })],
    ['Frankfurter', createFrankfurterFeed(buildOptions())],
  ]

  const garbage: [what: string, answer: unknown][] = [
    ['nothing', ''],
    ['null', 'null'],
    ['a number', 5],
    ['a text', '"price"'],
    ['an empty list', []],
    ['an empty object', {}],
    ['a list of nothing', [null]],
    ['a page', '<html>'],
    ['another shape', { error: 'no', result: [], price: {}, rates: 3 }],
    [
      'no price',
      {
        error: [],
        result: { XXBTZUSD: { c: ['n/a'] } },
        price: '-1',
        time: '2026-11-20T11:59:58Z',
      },
    ],
    [
      'a price of nothing',
      {
        error: [],
        result: { XXBTZUSD: { c: ['0'] } },
        price: 0,
        rates: { '2026-11-19': { USD: 0 } },
      },
    ],
    ['no time', { price: '1.0', time: 'yesterday' }],
  ]

  test.each(garbage)('%s', async (what, answer) => {
    outside.behave(answering({ '/': typeof answer === 'string' ? answer : JSON.stringify(answer) }))
    for (const [name, feed] of feeds())
      await expect(feed.fetchQuotes(), `${name}: ${what}`).rejects.toThrow()
  })

  test('Silence, a redirect and another content type fail for every feed', async () => {
    const redirecting: RequestListener = (_request, response) =>
      response.writeHead(302, { location: 'https://example.com' }).end()
    for (const behave of [() => {}, redirecting, answering({ '/': '{}' }, 'text/plain')]) {
      outside.behave(behave)
      const attempts = feeds().map(async ([name, feed]) =>
        expect(feed.fetchQuotes(), name).rejects.toThrow(),
      )
      await Promise.all(attempts)
    }
  })

  test("Kraken's error message in an answer with status 200 is a failure", async () => {
    outside.behave(
      answering({ '/0/public': { error: ['EGeneral:Too many requests'], result: {} } }),
    )
    await expect(createKrakenFeed(buildOptions()).fetchQuotes()).rejects.toThrow(
      'Too many requests',
    )
  })

  test('An answer about another instrument is rejected', async () => {
    outside.behave(answering({ '/v1': { ...EURO, base: 'JPY' } }))
    await expect(createFrankfurterFeed(buildOptions()).fetchQuotes()).rejects.toThrow(
      'answered nothing about',
    )

    outside.behave(
      answering({ '/0/public/OHLC': { error: [], result: { XETHZUSD: [], last: 1 } } }),
    )
    await expect(createKrakenFeed(buildOptions()).candles?.('BTC')).rejects.toThrow()
  })

  test("A failed request for one product of Coinbase doesn't affect the others", async () => {
    outside.behave(
      answering({ '/products/ETH-USD/ticker': { ...COINBASE_TICKER, price: '3100.5' } }),
    )
    expect(await createCoinbaseFeed(buildOptions()).fetchQuotes()).toMatchObject([
      { symbol: 'ETH', rate: 3_100_500_000n },
    ])
  })
})
