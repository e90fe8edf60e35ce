import { type Cents, type Coin, type CoinUnits, SCALE } from './money.ts'

/** Rates are US dollars for one whole coin, times 10^6: see platform/prices.ts. */
const RATE_SCALE = 6

/** Coin units times this, times a rate in cents: both conversions share one divisor. */
const divisorOf = (coin: Coin) => 10n ** BigInt(SCALE[coin] + RATE_SCALE - SCALE.USD)

/** The coin that is worth these dollars, rounded up: what has to arrive so that nothing is short. Units of the coin. */
export const coinRoundedUp = (cents: Cents, rate: bigint, coin: Coin): CoinUnits =>
  (cents * divisorOf(coin) + rate - 1n) / rate

/** The coin that is worth these dollars, rounded down: what is sent, so that the books never hold less than they owe. */
export const coinRoundedDown = (cents: Cents, rate: bigint, coin: Coin): CoinUnits =>
  (cents * divisorOf(coin)) / rate

/** What this much coin is worth in whole cents, rounded down. */
export const worthOf = (units: CoinUnits, rate: bigint, coin: Coin): Cents => (units * rate) / divisorOf(coin)
