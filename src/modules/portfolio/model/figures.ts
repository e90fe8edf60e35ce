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
  deposit_reversed: 'Deposit reversed',
  position_opened: 'Invested in a plan',
  principal_redeemed: 'Redeemed from a plan',
  return_paid: 'Return paid',
  withdrawal_held: 'Withdrawal requested',
  withdrawal_released: 'Withdrawal returned',
  withdrawal_paid: 'Withdrawal paid',
  withdrawal_reversed: 'Withdrawal payment reversed',
  fee_reversed: 'Withdrawal fee refunded',
  fee_charged: 'Withdrawal fee',
  reward_paid: 'Reward paid',
  suspense_matched: 'Payment matched to your account',
  adjusted: 'Adjustment',
  loss_recorded: 'Plan loss',
  assets_lost: 'Plan loss',
}

export const getTransferTypeLabel = (kind: TransferType): string =>
  LABELS[kind] ?? kind.replaceAll('_', ' ')

/** The figures of the overview that open to their rows of the journal. */
export const FIGURE_NAMES = ['balance', 'deposits', 'withdrawals', 'interest', 'held'] as const

export type FigureName = (typeof FIGURE_NAMES)[number]

type Row = { debit: AccountCode; credit: AccountCode; amount: Cents }

/**
 * Returns by how much a row changes the member's portfolio value, in cents: zero when it moves
 * money between the member's own accounts.
 */
export function computeValueChange({ debit, credit, amount }: Row, memberId: string): Cents {
  const isOwn = (account: AccountCode) => account.startsWith(`member:${memberId}:`)
  return (isOwn(credit) ? amount : 0n) - (isOwn(debit) ? amount : 0n)
}
