import type { Day } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import { type Cents, type Coin, formatUsd } from '#lib/money.ts'
import { type Transfer, toCustodyAccountCode, toMemberAccountCode } from '#modules/ledger/model.ts'
import { buildCoinOutTransfers } from '#modules/treasury/model.ts'
import type { DepositStatus } from './status.ts'

/** The reversal of a confirmed deposit: the amounts it undoes, and the reason. */
export type DepositReversal = {
  memberId: string
  /** The receipt that the credit used; its payment can be recorded again afterwards. */
  receipt: string
  received: bigint
  receivedIn: Coin | 'USD'
  credited: Cents
  positionId: string | null
  /** The amount left in the position: it becomes cash again. */
  principal: Cents
  /** The member reads it. */
  reason: string
}

/**
 * Returns the content that two admins approve. The function `is_deposit_reversal_approved` builds
 * the same text, so names and order are fixed.
 */
export const toReversalContent = (reversal: DepositReversal) => ({
  memberId: reversal.memberId,
  receipt: reversal.receipt,
  received: String(reversal.received),
  receivedIn: reversal.receivedIn,
  credited: String(reversal.credited),
  positionId: reversal.positionId,
  principal: String(reversal.principal),
  reason: reversal.reason,
})

/**
 * Returns the transfers of a reversal: what is left of the position becomes cash, and the credit
 * leaves cash and custody.
 */
export function buildReversalTransfers(
  depositId: string,
  reversal: DepositReversal,
  { on, actor }: { on: Day; actor: string },
): Transfer[] {
  const { memberId, received, receivedIn, credited, principal, reason } = reversal
  const cash = toMemberAccountCode(memberId, 'cash')
  const shared = { reference: depositId, effectiveDate: on, actor, reason }
  const reversed = {
    ...shared,
    idempotencyKey: `deposit/${depositId}/reverse`,
    transferType: 'deposit_reversed' as const,
  }

  const redeemed: Transfer = {
    ...shared,
    idempotencyKey: `deposit/${depositId}/reverse/position`,
    transferType: 'principal_redeemed',
    debit: toMemberAccountCode(memberId, 'principal'),
    credit: cash,
    amount: principal,
  }

  const taken: Transfer[] =
    receivedIn === 'USD'
      ? [{ ...reversed, debit: cash, credit: toCustodyAccountCode('USD'), amount: credited }]
      : buildCoinOutTransfers({
          ...reversed,
          coin: receivedIn,
          units: received,
          cents: credited,
          from: cash,
        })

  return principal > 0n ? [redeemed, ...taken] : taken
}

/** Returns the error for a deposit that isn't completed: it can't be reversed. */
export const createNotCompletedError = (status: DepositStatus) =>
  new DomainError(
    'not_completed',
    409,
    status === 'reversed'
      ? 'This deposit has already been reversed.'
      : 'Only a confirmed deposit can be reversed.',
  )

/** Returns the error for a deposit that a reward was paid for: a paid reward is not taken back. */
export const createRewardPaidError = (cents: Cents) =>
  new DomainError(
    'reward_paid',
    409,
    `A reward of ${formatUsd(cents)} was paid for this deposit. Paid rewards can’t be taken ` +
      'back, so this deposit can’t be reversed. Adjust the balance instead.',
  )

/** Returns the error where a part of the credit is neither cash nor in its position; null else. */
export function findMoneyGone(
  { credited, principal }: Pick<DepositReversal, 'credited' | 'principal'>,
  cash: Cents,
): DomainError | null {
  const missing = credited - principal - cash
  if (missing <= 0n) return null

  return new DomainError(
    'money_gone',
    409,
    `This deposit can’t be reversed now: the member is short by ${formatUsd(missing)}. ` +
      `${formatUsd(credited)} was credited, ${formatUsd(principal)} is left in its position, and ` +
      `the member has ${formatUsd(cash)} in cash. Money reserved for an open withdrawal returns ` +
      'if you reject the withdrawal.',
  )
}
