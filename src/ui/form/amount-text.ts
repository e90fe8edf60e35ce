const AMOUNT = /^\$?\s*(\d+|\d{1,3}(?:[,\s]\d{3})+)?(?:\.(\d*))?$/

/**
 * The plain number in what a person typed (`$1,000.5` is `1000.5`), null when it isn't an amount.
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
 * What was typed as we write it (`1000.5` is `1,000.50`); unchanged when it can't be read or has
 * more decimals.
 */
export function tidyAmount(typed: string, decimals = 2): string {
  const plain = parsePlainAmount(typed)
  if (plain === null) return typed

  const [whole = '', fraction = ''] = plain.split('.')
  if (fraction.length > decimals) return typed

  const grouped = whole.replace(/^0+(?=\d)/, '').replace(/\B(?=(\d{3})+$)/g, ',')
  return decimals === 0 ? grouped : `${grouped}.${fraction.padEnd(decimals, '0')}`
}
