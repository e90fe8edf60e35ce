/** Returns basis points as a percentage: 1250 is '12.5%'. */
export function formatPercentage(bps: number): string {
  const fraction = String(bps % 100)
    .padStart(2, '0')
    .replace(/0+$/, '')
  return `${Math.floor(bps / 100)}${fraction ? `.${fraction}` : ''}%`
}

/**
 * Reads a percentage as it is typed, in basis points: '50%' and '50' are 5000, '12.5' is 1250. Null
 * for any other text and for more than two decimals: nothing is rounded.
 */
export function parsePercentage(text: string): number | null {
  const [, whole = '', fraction = ''] = /^(\d{1,6})(?:\.(\d{1,2}))?\s*%?$/.exec(text.trim()) ?? []
  return whole === '' ? null : Number(whole + fraction.padEnd(2, '0'))
}

/** Returns a signed percentage with two decimals in hundredths: '-1.25' is -125n. */
export const toHundredths = (change: string): bigint => BigInt(change.replace('.', ''))
