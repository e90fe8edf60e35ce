import type { Cents } from '#lib/money.ts'

/** The source of a withdrawal: cash and positions, or profit. */
export type Source = 'balance' | 'profit'
export const SOURCES: readonly Source[] = ['balance', 'profit']

/** Returns the sub-account that a withdrawal is taken from. */
export const getSourceSubAccount = (source: Source) => (source === 'profit' ? 'profit' : 'cash')

/** Returns the sub-account that holds the amount until it is paid or released. */
export const getHoldSubAccount = (source: Source) =>
  source === 'profit' ? 'hold_profit' : 'hold_cash'

/** Returns the cents of an amount that cash does not cover and positions have to. */
export const computeShortfall = (amount: Cents, cash: Cents): Cents =>
  amount > cash ? amount - cash : 0n
