import { COINS } from '#lib/currencies.ts'
import type { Currency } from '#lib/money.ts'

/** Sources of a receipt: the chain of a coin, the bank, or the sandbox simulation. */
export const RECEIPT_SOURCES = [...COINS, 'bank', 'simulated'] as const

/** Money that arrived from outside. `amount` is in minor units; fractions are rounded down. */
export type Receipt = {
  id: string
  source: (typeof RECEIPT_SOURCES)[number]
  /** Transaction id or bank reference. */
  reference: string
  outputIndex: number
  currency: Currency
  amount: bigint
  arrivedAt: Date
  recordedBy: string
}

/** The identity of a receipt: a transaction and its output, or a bank reference. */
export type Output = Pick<Receipt, 'source' | 'reference' | 'outputIndex'>
