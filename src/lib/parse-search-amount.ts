import { type Cents, parseAmount } from './money.ts'

/**
 * The dollars that somebody looks for, in cents, where what they typed is an amount: `1533`,
 * `$1,533.00`.
 */
export function parseSearchAmount(typed: string): Cents | null {
  const plain = typed.trim().replace(/^\$/, '')
  if (!/^\d{1,3}(,\d{3})+(\.\d{1,2})?$|^\d{1,12}(\.\d{1,2})?$/.test(plain)) return null
  return parseAmount(plain.replaceAll(',', ''), 'USD')
}
