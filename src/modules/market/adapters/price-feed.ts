import type { Coin } from '#lib/money.ts'
import type { Candles, InstrumentSymbol, Price, Quote } from '../model/prices.ts'

/** The source of prices. The sandbox uses `simulated-prices.ts`, which labels itself simulated. */
export type PriceFeed = {
  /** Returns the price that a commitment may rest on. Throws when there is none. */
  price(coin: Coin): Promise<Price>
  /**
   * Returns the price at a past instant: of that hour within the last eight days, of that day
   * before. Throws when no feed has it.
   */
  priceAt(coin: Coin, at: Date): Promise<Price>
  /**
   * Returns the last known prices for display and leaves out what has never been quoted. Answers
   * also while feeds are down.
   */
  board(): Promise<Quote[]>
  /** Returns the last days of an instrument, oldest first. Throws when no feed has them. */
  candles(symbol: InstrumentSymbol, days: number): Promise<Candles>
}

declare module '#platform/app.ts' {
  interface App {
    readonly prices: PriceFeed
  }
}
