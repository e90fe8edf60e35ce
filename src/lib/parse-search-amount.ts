import { type Cents, parseAmount } from './money.ts'

/** Returns the cents of a search text that is a dollar amount (`1533`, `$1,533.00`), or null. */
export function parseSearchAmount(typed: string): Cents | null {
  const plain = typed.trim().replace(/^\$/, '')
  if (!/^\d{1,3}(,\d{3})+(\.\d{1,2})?$|^\d{1,12}(\.\d{1,2})?$/.test(plain)) return null
  return parseAmount(plain.replaceAll(',', ''), 'USD')
}
