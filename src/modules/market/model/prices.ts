import type { Day } from '#lib/dates.ts'
import type { Coin } from '#lib/money.ts'

/**
 * A price in US dollars for one whole coin, ounce or unit of a currency, times 10^6: 91,240.50 USD
 * is 91240500000n.
 */
export type Rate = bigint

/**
 * The parameters of a simulated price: it moves around `centre` dollars with the yearly volatility
 * `spread` and returns by the share `pull` of the distance a day (a mean-reverting random walk).
 */
export type Course = { centre: number; spread: number; pull: number }

type InstrumentRow = {
  symbol: string
  label: string
  name: string
  kind: 'crypto' | 'metal' | 'forex'
  /** The decimals of every displayed price. */
  decimals: number
  /** Kraken's pair and the name that its answer has for it. */
  kraken?: readonly [pair: string, answered: string]
  coingecko?: string
  coinbase?: true
  simulated: Course
}

/** The instruments with a displayed price, in display order; each against the US dollar. */
export const INSTRUMENTS = [
  {
    symbol: 'BTC',
    label: 'BTC',
    name: 'Bitcoin',
    kind: 'crypto',
    decimals: 2,
    kraken: ['XBTUSD', 'XXBTZUSD'],
    coinbase: true,
    coingecko: 'bitcoin',
    simulated: { centre: 91_000, spread: 0.45, pull: 0.02 },
  },
  {
    symbol: 'ETH',
    label: 'ETH',
    name: 'Ether',
    kind: 'crypto',
    decimals: 2,
    kraken: ['ETHUSD', 'XETHZUSD'],
    coinbase: true,
    coingecko: 'ethereum',
    simulated: { centre: 3_150, spread: 0.6, pull: 0.02 },
  },
  {
    symbol: 'USDT',
    label: 'USDT',
    name: 'Tether',
    kind: 'crypto',
    decimals: 4,
    kraken: ['USDTUSD', 'USDTZUSD'],
    coinbase: true,
    coingecko: 'tether',
    simulated: { centre: 1, spread: 0.004, pull: 0.2 },
  },
  {
    symbol: 'SOL',
    label: 'SOL',
    name: 'Solana',
    kind: 'crypto',
    decimals: 2,
    kraken: ['SOLUSD', 'SOLUSD'],
    coinbase: true,
    coingecko: 'solana',
    simulated: { centre: 168, spread: 0.7, pull: 0.02 },
  },
  {
    symbol: 'XRP',
    label: 'XRP',
    name: 'XRP',
    kind: 'crypto',
    decimals: 4,
    kraken: ['XRPUSD', 'XXRPZUSD'],
    coinbase: true,
    coingecko: 'ripple',
    simulated: { centre: 2.2, spread: 0.7, pull: 0.02 },
  },
  {
    symbol: 'ADA',
    label: 'ADA',
    name: 'Cardano',
    kind: 'crypto',
    decimals: 4,
    kraken: ['ADAUSD', 'ADAUSD'],
    coinbase: true,
    coingecko: 'cardano',
    simulated: { centre: 0.62, spread: 0.75, pull: 0.02 },
  },
  {
    symbol: 'DOGE',
    label: 'DOGE',
    name: 'Dogecoin',
    kind: 'crypto',
    decimals: 5,
    kraken: ['XDGUSD', 'XDGUSD'],
    coinbase: true,
    coingecko: 'dogecoin',
    simulated: { centre: 0.19, spread: 0.8, pull: 0.02 },
  },
  {
    symbol: 'LTC',
    label: 'LTC',
    name: 'Litecoin',
    kind: 'crypto',
    decimals: 2,
    kraken: ['LTCUSD', 'XLTCZUSD'],
    coinbase: true,
    coingecko: 'litecoin',
    simulated: { centre: 96, spread: 0.6, pull: 0.02 },
  },
  {
    symbol: 'XAU',
    label: 'XAU',
    name: 'Gold, per ounce',
    kind: 'metal',
    decimals: 2,
    simulated: { centre: 3_980, spread: 0.16, pull: 0.01 },
  },
  {
    symbol: 'XAG',
    label: 'XAG',
    name: 'Silver, per ounce',
    kind: 'metal',
    decimals: 3,
    simulated: { centre: 48, spread: 0.28, pull: 0.01 },
  },
  {
    symbol: 'EUR',
    label: 'EUR/USD',
    name: 'Euro',
    kind: 'forex',
    decimals: 4,
    kraken: ['EURUSD', 'ZEURZUSD'],
    simulated: { centre: 1.158, spread: 0.07, pull: 0.01 },
  },
  {
    symbol: 'GBP',
    label: 'GBP/USD',
    name: 'Pound sterling',
    kind: 'forex',
    decimals: 4,
    kraken: ['GBPUSD', 'ZGBPZUSD'],
    simulated: { centre: 1.312, spread: 0.075, pull: 0.01 },
  },
] as const satisfies readonly InstrumentRow[]

export type InstrumentSymbol = (typeof INSTRUMENTS)[number]['symbol']

/** Returns the value of every instrument that has one, by its symbol. */
export const mapInstruments = <Value>(read: (row: InstrumentRow) => Value | undefined) =>
  Object.fromEntries(
    INSTRUMENTS.map((row) => [row.symbol, read(row)]).filter(([, value]) => value !== undefined),
  ) as Partial<Record<InstrumentSymbol, Value>>

export type Price = { coin: Coin; rate: Rate; source: string; at: Date; simulated: boolean }

export type Point = { at: Date; rate: Rate }

/** A price for display, with its feed and the moment that it applies to. */
export type Quote = {
  symbol: InstrumentSymbol
  rate: Rate
  source: string
  at: Date
  simulated: boolean
  /** The feed should have a newer price and has none. */
  stale: boolean
  /** The last eight days by the hour or day, as the same feed has them; empty while unknown. */
  past: readonly Point[]
}

/** The prices of one day, in UTC. */
export type Candle = { day: Day; open: Rate; high: Rate; low: Rate; close: Rate }

/** The days of one instrument from one feed, oldest first; the last one may still be running. */
export type Candles = { source: string; simulated: boolean; at: Date; candles: readonly Candle[] }
