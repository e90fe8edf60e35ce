import type { Day } from '#lib/dates.ts'
import type { Coin } from '#lib/money.ts'

/**
 * A price in US dollars for one whole coin, ounce or unit of a currency, times 10^6: 91,240.50 USD
 * is 91240500000n.
 */
export type Rate = bigint

type Kind = 'crypto' | 'metal' | 'forex'

/** The instruments with a displayed price, in display order; each against the US dollar. */
export const INSTRUMENTS = [
  { symbol: 'BTC', label: 'BTC', name: 'Bitcoin', kind: 'crypto' },
  { symbol: 'ETH', label: 'ETH', name: 'Ether', kind: 'crypto' },
  { symbol: 'USDT', label: 'USDT', name: 'Tether', kind: 'crypto' },
  { symbol: 'SOL', label: 'SOL', name: 'Solana', kind: 'crypto' },
  { symbol: 'XRP', label: 'XRP', name: 'XRP', kind: 'crypto' },
  { symbol: 'ADA', label: 'ADA', name: 'Cardano', kind: 'crypto' },
  { symbol: 'DOGE', label: 'DOGE', name: 'Dogecoin', kind: 'crypto' },
  { symbol: 'LTC', label: 'LTC', name: 'Litecoin', kind: 'crypto' },
  { symbol: 'XAU', label: 'XAU', name: 'Gold, per ounce', kind: 'metal' },
  { symbol: 'XAG', label: 'XAG', name: 'Silver, per ounce', kind: 'metal' },
  { symbol: 'EUR', label: 'EUR/USD', name: 'Euro', kind: 'forex' },
  { symbol: 'GBP', label: 'GBP/USD', name: 'Pound sterling', kind: 'forex' },
] as const satisfies readonly { symbol: string; label: string; name: string; kind: Kind }[]

export type InstrumentSymbol = (typeof INSTRUMENTS)[number]['symbol']

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
