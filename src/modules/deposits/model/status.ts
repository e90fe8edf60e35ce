import { DAY_MS } from '#lib/dates.ts'

/**
 * The states of a deposit. awaiting_payment → pending (a proof was uploaded, or staff observed the
 * payment) → completed (confirmed by an admin) or rejected. awaiting_payment → expired when the
 * quote ends; expired → pending if the payment arrives anyway. completed → reversed by two admins.
 */
export const DEPOSIT_STATUSES = [
  'awaiting_payment',
  'pending',
  'completed',
  'rejected',
  'expired',
  'reversed',
] as const
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number]

/** A pending deposit is overdue after this time. */
export const OVERDUE_AFTER_MS = DAY_MS

/**
 * Returns the status at an instant: a quote past its end is expired even before the job has stored
 * that.
 */
export const computeDepositStatus = (
  deposit: { status: DepositStatus; expiresAt: Date },
  now: Date,
): DepositStatus =>
  deposit.status === 'awaiting_payment' && deposit.expiresAt <= now ? 'expired' : deposit.status

/** Returns whether a member can still pay: the deposit has neither a proof nor a decision. */
export const isUnpaid = (status: DepositStatus): boolean =>
  status === 'awaiting_payment' || status === 'expired'

/** Returns the instant before which deposits were submitted that are late if still pending. */
export const getOverdueCutoff = (now: Date): Date => new Date(now.getTime() - OVERDUE_AFTER_MS)

/** Returns until when a pending deposit should be decided; null for any other deposit. */
export const computeReviewDeadline = ({ status, submittedAt }: SubmittedDeposit): Date | null =>
  status === 'pending' && submittedAt ? new Date(submittedAt.getTime() + OVERDUE_AFTER_MS) : null

type SubmittedDeposit = { status: DepositStatus; submittedAt: Date | null }

/** Returns whether a deposit has been pending for longer than a day. */
export function isOverdue(deposit: SubmittedDeposit, now: Date): boolean {
  const deadline = computeReviewDeadline(deposit)
  return deadline !== null && deadline < now
}
