import { type Currency, SCALE } from './currencies.ts'
import { invariant } from './invariant.ts'

/** Dollars are counted in cents and coin in its smallest booked unit, always as bigint. */
export type Cents = bigint
export type CoinUnits = bigint

export { COINS, type Coin, CURRENCIES, type Currency, SCALE } from './currencies.ts'

declare const DOLLARS: unique symbol
/**
 * Dollars on the wire: exact decimal text with two decimals, such as `-1234.50`. Every contract
 * answers amounts in it (`usd` in platform/http/schemas.ts); `toCents` reads it.
 */
export type Usd = string & { readonly [DOLLARS]: true }

/** The largest value of a bigint column. */
const MAX_UNITS = 2n ** 63n - 1n

const DECIMAL = /^(\d{1,15})(?:\.(\d+))?$/

/**
 * Reads a plain decimal text exactly, in minor units; null when it isn't one, has more decimals
 * than the currency, or is more than the books can hold.
 */
export function parseAmount(text: string, currency: Currency): bigint | null {
  const match = DECIMAL.exec(text)
  if (!match) return null

  const [, whole = '', fraction = ''] = match
  const scale = SCALE[currency]
  if (fraction.length > scale) return null

  const units = BigInt(whole + fraction.padEnd(scale, '0'))
  return units <= MAX_UNITS ? units : null
}

/**
 * The exact decimal text of an amount in minor units, with all the currency's decimals: `1234n` USD
 * is `12.34`.
 */
export function formatAmount(units: bigint, currency: Currency): string {
  const scale = SCALE[currency]
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const sign = units < 0n ? '-' : ''
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** Returns cents as dollars on the wire. */
export const toUsd = (cents: Cents): Usd => formatAmount(cents, 'USD') as Usd

/** Returns dollars from the wire in cents. */
export function toCents(dollars: Usd): Cents {
  const negative = dollars.startsWith('-')
  const cents = parseAmount(negative ? dollars.slice(1) : dollars, 'USD')
  invariant(cents !== null, 'dollars on the wire are a decimal text with two decimals')
  return negative ? -cents : cents
}

/** The text of an amount with its thousands apart: `17500308245n` USDT is `17,500.308245`. */
export const formatGroupedAmount = (units: bigint, currency: Currency): string =>
  formatAmount(units, currency).replace(/\d+(?=\.)/, (whole) =>
    whole.replace(/\B(?=(\d{3})+$)/g, ','),
  )

/**
 * Cents as people read them, from bigint without a float: `1234567n` is `$12,345.67`, below zero
 * with U+2212.
 */
export function formatUsd(cents: Cents): string {
  return `${cents < 0n ? '\u2212' : ''}$${formatGroupedAmount(cents < 0n ? -cents : cents, 'USD')}`
}

/** Floor of `value × numerator / denominator` for amounts of zero or more. */
export const mulDiv = (value: bigint, numerator: bigint, denominator: bigint): bigint =>
  (value * numerator) / denominator
