/**
 * The states of a withdrawal. pending → approved (rate, coin amount and fee fixed) → completed
 * (paid by a transaction). pending or approved → rejected; pending → cancelled by the member.
 * Rejecting and cancelling release the hold. completed → reversed by two admins.
 */
export const WITHDRAWAL_STATUSES = [
  'pending',
  'approved',
  'completed',
  'rejected',
  'cancelled',
  'reversed',
] as const
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number]

/** Returns whether a withdrawal is neither paid, rejected nor cancelled. */
export const isOpen = ({ status }: { status: WithdrawalStatus }): boolean =>
  status === 'pending' || status === 'approved'

type WithdrawalOutcome = {
  status: WithdrawalStatus
  approved_by: string | null
  closed_by: string | null
}

/** Describes a withdrawal that was decided first by another admin. */
export function formatDecisionConflict({
  status,
  approved_by,
  closed_by,
}: WithdrawalOutcome): string {
  const decidedBy = closed_by ?? approved_by
  return `This withdrawal is already ${status}${decidedBy ? ` by ${decidedBy}` : ''}.`
}
