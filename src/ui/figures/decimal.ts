/** The minus sign U+2212, as wide as the plus. */
export const MINUS = '\u2212'

export type DecimalParts = { negative: boolean; zero: boolean; whole: string; fraction: string }

/**
 * An exact amount: a plain decimal text (`-1234.5`), or minor units as bigint with their scale
 * (`-123450n`, 2). Never a JavaScript number.
 */
export type Amount = string | bigint

const DECIMAL = /^(-?)(\d+)(?:\.(\d*))?$/

/**
 * Splits an amount exactly, without a float; `decimals` pads and cuts only zeros. Throws when the
 * text is no decimal.
 */
export function splitDecimal(amount: Amount, scale: number, decimals: number): DecimalParts {
  const [, sign = '', whole = '', fraction = ''] = DECIMAL.exec(toPlainDecimal(amount, scale)) ?? []
  if (!whole) throw new Error(`Not a decimal text: ${amount}`)

  const digits = fraction.replace(/0+$/, '').padEnd(decimals, '0')
  const zero = /^0*$/.test(whole + digits)

  return {
    negative: sign === '-' && !zero,
    zero,
    whole: whole.replace(/^0+(?=\d)/, '').replace(/\B(?=(\d{3})+$)/g, ','),
    fraction: digits,
  }
}

function toPlainDecimal(amount: Amount, scale: number): string {
  // JSON may write whole dollars without a point
  if (typeof amount !== 'bigint') return String(amount)
  const digits = (amount < 0n ? -amount : amount).toString().padStart(scale + 1, '0')
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
  return amount < 0n ? `-${text}` : text
}

export type SignMode = 'minus' | 'always'

/** Returns `−` below zero and, with `always`, `+` above it. Zero has no sign. */
export function formatSign({ negative, zero }: DecimalParts, mode: SignMode): string {
  if (negative) return MINUS
  return mode === 'always' && !zero ? '+' : ''
}

/** Formats dollars with thousands separators, for labels and screen readers: `$1,234.50`. */
export function formatDollars(amount: Amount): string {
  const parts = splitDecimal(amount, 2, 2)
  return `${formatSign(parts, 'minus')}$${parts.whole}.${parts.fraction}`
}
