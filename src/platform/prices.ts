import type { Coin } from '#lib/money.ts'

/** US dollars for one whole coin, times 10^6: 91,240.50 USD is 91240500000n. */
export type Rate = bigint

export type Price = { coin: Coin; rate: Rate; source: string; at: Date; simulated: boolean }

/** Where prices come from: outside the house, so a fake stands in for it in the sandbox and says so. */
export type PriceFeed = {
  /** The last price at a moment, now unless named. Throws when the feed can't be reached. */
  price(coin: Coin, at?: Date): Promise<Price>
}
