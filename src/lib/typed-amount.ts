import { type Cents, parseAmount } from './money.ts'

const AMOUNT = /^\$?\s*(\d+|\d{1,3}(?:[,\s]\d{3})+)?(?:\.(\d*))?$/
const NUMERALS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

/**
 * Returns the plain number in a typed amount (`$1,000.5` is `1000.5`), null for any other text.
 * Never a float.
 */
export function parsePlainAmount(typed: string): string | null {
  const match = AMOUNT.exec(typed.trim())
  if (!match) return null

  const whole = (match[1] ?? '').replace(/[,\s]/g, '')
  const fraction = match[2] ?? ''
  if (!whole && !fraction) return null
  return fraction ? `${whole || '0'}.${fraction}` : whole
}

/**
 * Returns a typed amount in the product's own spelling (`1000.5` is `1,000.50`); unchanged when it
 * is no amount or has more decimals.
 */
export function tidyAmount(typed: string, decimals = 2): string {
  const plain = parsePlainAmount(typed)
  if (plain === null) return typed

  const [whole = '', fraction = ''] = plain.split('.')
  if (fraction.length > decimals) return typed

  const grouped = whole.replace(/^0+(?=\d)/, '').replace(/\B(?=(\d{3})+$)/g, ',')
  return decimals === 0 ? grouped : `${grouped}.${fraction.padEnd(decimals, '0')}`
}

/**
 * Returns the sentence for a typed amount that can't be sent: no amount, or more decimals than
 * allowed. Null for a valid amount and for an empty field, which the server judges.
 */
export function findAmountProblem(typed: string, decimals = 2): string | null {
  if (typed.trim() === '') return null

  const plain = parsePlainAmount(typed)
  if (plain === null) return 'Please enter a valid amount.'

  const [, fraction = ''] = plain.split('.')
  if (fraction.length <= decimals) return null
  return `Please enter an amount with at most ${NUMERALS[decimals] ?? decimals} decimals.`
}

/** Returns a typed amount of dollars in cents; null for any other text and for more decimals. */
export function parseTypedDollars(typed: string): Cents | null {
  const plain = parsePlainAmount(typed)
  return plain === null ? null : parseAmount(plain, 'USD')
}
