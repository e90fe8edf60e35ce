import type { Day } from '#lib/dates.ts'
import type { Coin } from '#lib/money.ts'

/**
 * US dollars for one whole coin, ounce or unit of a currency, times 10^6: 91,240.50 USD is
 * 91240500000n.
 */
export type Rate = bigint

type Kind = 'crypto' | 'metal' | 'forex'

/** Everything that a price is shown of, in this order; each against the US dollar. */
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

/** A price to look at, with the feed that gave it and the moment it is of. */
export type Quote = {
  symbol: InstrumentSymbol
  rate: Rate
  source: string
  at: Date
  simulated: boolean
  /** Its feed has nothing newer, and should have. */
  stale: boolean
  /**
   * The eight days before, by the hour or by the day as the same feed tells them, oldest first;
   * empty while not known.
   */
  past: readonly Point[]
}

/** What a price did on one day, UTC. */
export type Candle = { day: Day; open: Rate; high: Rate; low: Rate; close: Rate }

/** Days of one thing as one feed tells them, oldest first; the last one may not be over yet. */
export type Candles = { source: string; simulated: boolean; at: Date; candles: readonly Candle[] }
