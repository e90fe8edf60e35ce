import type { Day } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import { type Cents, formatUsd, parseAmount } from '#lib/money.ts'
import { EQUITY, type Transfer, toMemberAccountCode } from '#modules/ledger/model.ts'

const ACTIVE_MS = 30 * 86_400_000

/** Active is who signed in since then, thirty days ago, or holds a position. */
export const getActivityCutoff = (now: Date): Date => new Date(now.getTime() - ACTIVE_MS)

/**
 * A correction of a member's balance, in the words and figures that are decided on; amounts in
 * cents.
 */
export type Adjustment = {
  id: string
  memberId: string
  /**
   * The account balance (cash and principal) as it was when this was written, and as it will be.
   */
  from: Cents
  to: Cents
  /** Why, as the member reads it. */
  reason: string
}

/** By how much an adjustment changes the member's cash; below zero when it lowers it. */
export const computeAdjustmentChange = ({ from, to }: Pick<Adjustment, 'from' | 'to'>): Cents =>
  to - from

/** An adjustment as a second admin reads it. */
export const toAdjustmentContent = (adjustment: Adjustment): Record<string, string> => ({
  id: adjustment.id,
  memberId: adjustment.memberId,
  from: String(adjustment.from),
  to: String(adjustment.to),
  change: String(computeAdjustmentChange(adjustment)),
  reason: adjustment.reason,
})

/** The adjustment that was read: what `toAdjustmentContent` wrote down, as it was. */
export const parseAdjustment = (content: Readonly<Record<string, unknown>>): Adjustment => ({
  id: String(content.id),
  memberId: String(content.memberId),
  from: BigInt(String(content.from)),
  to: BigInt(String(content.to)),
  reason: String(content.reason),
})

/** What it posts: the difference between the operator's own money and the member's cash. */
export function buildAdjustmentTransfer(
  adjustment: Adjustment,
  by: { on: Day; actor: string },
): Transfer {
  const { id, memberId, reason } = adjustment
  const change = computeAdjustmentChange(adjustment)
  const cash = toMemberAccountCode(memberId, 'cash')
  const [debit, credit] = change > 0n ? [EQUITY, cash] : [cash, EQUITY]

  return {
    event: `adjustment/${id}`,
    kind: 'adjusted',
    reference: id,
    reason,
    debit,
    credit,
    amount: change > 0n ? change : -change,
    effective: by.on,
    actor: by.actor,
  }
}

const ADJUSTMENT_REASON_LIMIT = 500

/** The reason of an adjustment. Throws `reason_needed` (400). */
export function parseAdjustmentReason(text: string): string {
  const reason = text.trim()
  if (reason !== '' && reason.length <= ADJUSTMENT_REASON_LIMIT) return reason
  const message = `Please give a reason; the member reads it. Up to ${ADJUSTMENT_REASON_LIMIT} characters.`
  throw new DomainError('reason_needed', 400, message, 'reason')
}

/**
 * An amount of a form in dollars, zero or more, in cents. Throws `invalid_amount` (400) with the
 * field.
 */
export function parseAmountField(text: string, field: string): Cents {
  const cents = parseAmount(text.trim(), 'USD')
  if (cents !== null) return cents
  const message = 'Please enter an amount of 0 or more in dollars, with at most two decimals.'
  throw new DomainError('invalid_amount', 400, message, field)
}

/** Somebody or something moved the balance since it was read. */
export const createBalanceChangedError = (now: Cents) =>
  new DomainError(
    'balance_changed',
    409,
    `The balance has changed since you read it: it is ${formatUsd(now)} now. Nothing was ` +
      'changed. Read it again and decide anew.',
    'withdrawable_balance',
  )

export const TEXTS = {
  updated: 'User updated successfully',
  notUpdated: 'Failed to update user',
  waiting: 'Waiting for approval',
  suspended: 'User suspended',
  reactivated: 'User reactivated',
} as const
