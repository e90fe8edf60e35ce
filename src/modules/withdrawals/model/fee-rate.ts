import { DomainError } from '#lib/errors.ts'

/** A fee rate in satoshis for 1,000 virtual bytes. */
export type FeeRate = bigint

const THOUSAND = 1_000n
/** Nodes relay nothing cheaper, and a higher rate is a typing error. */
export const MIN_FEE_RATE: FeeRate = 1n * THOUSAND
export const MAX_FEE_RATE: FeeRate = 500n * THOUSAND

const RATE = /^(\d{1,6})(?:\.(\d{1,3}))?$/

/** Reads a fee rate in satoshis for a virtual byte. Throws `invalid_fee_rate` (400). */
export function parseFeeRate(text: string): FeeRate {
  const match = RATE.exec(text.trim())
  const rate = match
    ? BigInt(match[1] ?? 0) * THOUSAND + BigInt((match[2] ?? '').padEnd(3, '0'))
    : 0n
  if (rate >= MIN_FEE_RATE && rate <= MAX_FEE_RATE) return rate

  throw new DomainError(
    'invalid_fee_rate',
    400,
    `Enter a fee rate from ${formatFeeRate(MIN_FEE_RATE)} to ${formatFeeRate(MAX_FEE_RATE)} ` +
      `sat/vB.`,
    'feeRate',
  )
}

/** Formats a fee rate in satoshis for a virtual byte, without zeros at the end. */
export function formatFeeRate(rate: FeeRate): string {
  const fraction = String(rate % THOUSAND)
    .padStart(3, '0')
    .replace(/0+$/, '')
  return `${rate / THOUSAND}${fraction && `.${fraction}`}`
}

/** Returns the fee rate of a provider's estimate in satoshis for a virtual byte, within bounds. */
export function toFeeRate(satoshisPerByte: number): FeeRate {
  const rate = BigInt(Math.ceil(satoshisPerByte * Number(THOUSAND)))
  if (rate < MIN_FEE_RATE) return MIN_FEE_RATE
  return rate > MAX_FEE_RATE ? MAX_FEE_RATE : rate
}
