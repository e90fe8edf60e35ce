import { COIN_TABLE } from '#lib/currencies.ts'
import { DAY_MS, HOUR_MS } from '#lib/dates.ts'
import { type Coin, type CoinUnits, formatAmount } from '#lib/money.ts'

/** Most open quotes of a member. */
export const OPEN_QUOTES_LIMIT = 5

/**
 * A replaced quote is no longer open but reserves its amount, so `OPEN_QUOTES_LIMIT` alone does not
 * bound how many amounts a member reserves.
 */
export const LIMITS = { quoteAgain: { max: 30, windowMs: HOUR_MS } } as const

/** The amount of an expired quote stays reserved for this time, so a late payment still matches. */
export const AMOUNT_RESERVED_MS = 7 * DAY_MS

/** Most that is added to make an amount unique, in the coin's units. */
export const MAX_UNITS_ADDED = 2_000n

/**
 * Returns the smallest amount from `minimum` up that no other quote at the address has, in the
 * coin's units; null if all amounts up to `MAX_UNITS_ADDED` more are taken.
 */
export function findUniqueAmount(
  minimum: CoinUnits,
  taken: ReadonlySet<CoinUnits>,
): CoinUnits | null {
  for (let amount = minimum; amount <= minimum + MAX_UNITS_ADDED; amount += 1n)
    if (!taken.has(amount)) return amount

  return null
}

/** Returns a coin amount without trailing zeros: 0.0123, not 0.01230000. */
export const formatCoinAmount = (units: CoinUnits, coin: Coin): string =>
  formatAmount(units, coin).replace(/\.?0+$/, '')

/**
 * Returns the text of a payment's QR code: BIP 21 for Bitcoin, and the plain address for Ethereum
 * and USDT, whose wallets have lost money with links.
 */
export function buildPaymentUri(coin: Coin, address: string, units: CoinUnits): string {
  const { paymentLink, chain } = COIN_TABLE[coin]

  return paymentLink === 'bip-21'
    ? `${chain.toLowerCase()}:${address}?amount=${formatCoinAmount(units, coin)}`
    : address
}
