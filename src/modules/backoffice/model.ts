import { DAY_MS, type Day } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import { type Cents, formatUsd, parseAmount } from '#lib/money.ts'
import { isReason } from '#lib/reasons.ts'
import { EQUITY, type Transfer, toMemberAccountCode } from '#modules/ledger/model.ts'

const ACTIVE_MS = 30 * DAY_MS

/**
 * Returns the instant 30 days before `now`. A member is active who signed in since then or holds a
 * position.
 */
export const getActivityCutoff = (now: Date): Date => new Date(now.getTime() - ACTIVE_MS)

/** A correction of a member's balance, amounts in cents. */
export type Adjustment = {
  id: string
  memberId: string
  /** The account balance (cash and principal) before and after the adjustment. */
  from: Cents
  to: Cents
  /** The reason, which is mailed to the member. */
  reason: string
}

/** Returns the signed change of the member's cash in cents. */
export const computeAdjustmentChange = ({ from, to }: Pick<Adjustment, 'from' | 'to'>): Cents =>
  to - from

/** Returns the adjustment as the content of a proposal. */
export const toAdjustmentContent = (adjustment: Adjustment): Record<string, string> => ({
  id: adjustment.id,
  memberId: adjustment.memberId,
  from: String(adjustment.from),
  to: String(adjustment.to),
  change: String(computeAdjustmentChange(adjustment)),
  reason: adjustment.reason,
})

/** Parses the proposal content that `toAdjustmentContent` returned. */
export const parseAdjustment = (content: Readonly<Record<string, unknown>>): Adjustment => ({
  id: String(content.id),
  memberId: String(content.memberId),
  from: BigInt(String(content.from)),
  to: BigInt(String(content.to)),
  reason: String(content.reason),
})

/** Returns the transfer of the difference between the operator's equity and the member's cash. */
export function buildAdjustmentTransfer(
  adjustment: Adjustment,
  by: { on: Day; actor: string },
): Transfer {
  const { id, memberId, reason } = adjustment
  const change = computeAdjustmentChange(adjustment)
  const cash = toMemberAccountCode(memberId, 'cash')
  const [debit, credit] = change > 0n ? [EQUITY, cash] : [cash, EQUITY]

  return {
    idempotencyKey: `adjustment/${id}`,
    transferType: 'adjusted',
    reference: id,
    reason,
    debit,
    credit,
    amount: change > 0n ? change : -change,
    effectiveDate: by.on,
    actor: by.actor,
  }
}

const MAX_REASON_CHARS = 500

/** Returns the trimmed reason of an adjustment. Throws `reason_needed` (400). */
export function parseAdjustmentReason(text: string): string {
  const reason = text.trim()
  if (isReason(reason, MAX_REASON_CHARS)) return reason

  const message =
    'Please give a reason in a few words. The member will see it. ' +
    `Up to ${MAX_REASON_CHARS} characters.`
  throw new DomainError('reason_needed', 400, message, 'reason')
}

/** Parses an amount in dollars, zero or more, to cents. Throws `invalid_amount` (400). */
export function parseAmountField(text: string, field: string): Cents {
  const cents = parseAmount(text.trim(), 'USD')
  if (cents !== null) return cents

  const message = 'Please enter an amount of $0.00 or more with at most two decimals.'
  throw new DomainError('invalid_amount', 400, message, field)
}

/** Returns the error for a balance that changed since it was read; `now` is in cents. */
export const createBalanceChangedError = (now: Cents) =>
  new DomainError(
    'balance_changed',
    409,
    `The balance has changed since you opened this page and is now ${formatUsd(now)}. Nothing ` +
      'was changed. Reload and try again.',
    'withdrawable_balance',
  )

export const TEXTS = {
  updated: 'User updated successfully',
  notUpdated: 'Failed to update user',
  waiting: 'Waiting for approval',
  suspended: 'User suspended',
  reactivated: 'User reactivated',
} as const
