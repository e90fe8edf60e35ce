import type { Day } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'
import type { AccountCode, TransferType } from '#modules/ledger/model.ts'

type Return = {
  accrued: Cents
  maturesOn: Day
  maturedOn: Day | null
  returnDue: Cents
  returnPaid: Cents
}

/**
 * Sums expected returns in cents: accrued while a term runs, due once it has ended, neither once it
 * is paid.
 */
export function sumExpectedReturns(
  positions: readonly Return[],
  today: Day,
): { accrued: Cents; due: Cents } {
  const sum = { accrued: 0n, due: 0n }
  for (const { accrued, maturesOn, maturedOn, returnDue, returnPaid } of positions) {
    if (maturedOn) sum.due += returnDue - returnPaid
    // A day may have ended and not be settled yet.
    else if (maturesOn <= today) sum.due += accrued
    else sum.accrued += accrued
  }

  return sum
}

/** A journal entry as displayed to its member. */
const LABELS: Partial<Record<TransferType, string>> = {
  deposit_confirmed: 'Deposit credited',
  deposit_reversed: 'Deposit taken back',
  position_opened: 'Invested in a plan',
  principal_redeemed: 'Taken out of a plan',
  return_paid: 'Return paid',
  withdrawal_held: 'Set aside for a withdrawal',
  withdrawal_released: 'Withdrawal given back',
  withdrawal_paid: 'Withdrawal paid',
  withdrawal_reversed: 'Withdrawal payment reversed',
  fee_reversed: 'Withdrawal fee given back',
  fee_charged: 'Withdrawal fee',
  reward_paid: 'Reward paid',
  suspense_matched: 'Payment matched to you',
  adjusted: 'Adjustment',
  loss_recorded: 'Loss of a plan',
  assets_lost: 'Loss of a plan',
}

export const getTransferTypeLabel = (kind: TransferType): string =>
  LABELS[kind] ?? kind.replaceAll('_', ' ')

/** Returns whether an account is part of the account balance: cash and principal. */
export const isInBalance = (account: AccountCode): boolean =>
  account.endsWith(':cash') || account.endsWith(':principal')

/** The figures of the overview that open to their rows of the journal. */
export const FIGURE_NAMES = ['balance', 'deposits', 'withdrawals', 'interest', 'held'] as const

export type FigureName = (typeof FIGURE_NAMES)[number]

/** The terms of the account balance in display order. */
export const SUM_TERMS = [
  'deposits',
  'rewards',
  'reinvested',
  'adjustments',
  'losses',
  'withdrawn',
  'held',
] as const

export type SumTerm = (typeof SUM_TERMS)[number]

type Row = { debit: AccountCode; credit: AccountCode; amount: Cents }

/**
 * By how much a row changes the member's account balance (cash and principal): nothing when it only
 * moves within.
 */
export function computeBalanceChange({ debit, credit, amount }: Row, memberId: string): Cents {
  const isOwnBalanceAccount = (account: AccountCode) =>
    account.startsWith(`member:${memberId}:`) && isInBalance(account)
  return (isOwnBalanceAccount(credit) ? amount : 0n) - (isOwnBalanceAccount(debit) ? amount : 0n)
}
