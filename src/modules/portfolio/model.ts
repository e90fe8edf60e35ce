import type { Day } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'
import type { AccountCode, Kind } from '#modules/ledger/model.ts'

/** The estimate of a position by its day: accrued while the term runs, due once it has ended and nothing was paid yet. */
export function accruedAndDue(
  positions: readonly { accrued: Cents; maturesOn: Day }[],
  today: Day,
): { accrued: Cents; due: Cents } {
  const sumOf = (those: readonly { accrued: Cents }[]) =>
    those.reduce((sum, position) => sum + position.accrued, 0n)
  return {
    accrued: sumOf(positions.filter((position) => position.maturesOn > today)),
    due: sumOf(positions.filter((position) => position.maturesOn <= today)),
  }
}

/** What a row of the journal says to the member it belongs to. */
const WORDS: Partial<Record<Kind, string>> = {
  deposit_confirmed: 'Deposit credited',
  deposit_reversed: 'Deposit taken back',
  position_opened: 'Invested in a plan',
  principal_redeemed: 'Taken out of a plan',
  return_paid: 'Return paid',
  withdrawal_held: 'Set aside for a withdrawal',
  withdrawal_released: 'Withdrawal given back',
  withdrawal_paid: 'Withdrawal paid',
  fee_charged: 'Withdrawal fee',
  reward_paid: 'Reward paid',
  suspense_matched: 'Payment matched to you',
  adjusted: 'Adjustment',
  loss_recorded: 'Loss of a plan',
  assets_lost: 'Loss of a plan',
}

export const wordsFor = (kind: Kind): string => WORDS[kind] ?? kind.replaceAll('_', ' ')

const inBalance = (account: AccountCode) => account.endsWith(':cash') || account.endsWith(':principal')

type Row = { debit: AccountCode; credit: AccountCode; amount: Cents }

/** By how much a row changes the member's account balance (cash and principal): nothing when it only moves within. */
export function changeOfBalance({ debit, credit, amount }: Row, memberId: string): Cents {
  const own = (account: AccountCode) => account.startsWith(`member:${memberId}:`) && inBalance(account)
  return (own(credit) ? amount : 0n) - (own(debit) ? amount : 0n)
}
