/** Why a payment belongs to no deposit. */
export const UNMATCHED_REASONS = [
  'unknown_address',
  'unknown_amount',
  'already_decided',
  'lent_before',
  'account_closed',
  'refunded',
] as const
export type UnmatchedReason = (typeof UNMATCHED_REASONS)[number]

/** Why a payment belongs to no deposit, as staff read it. */
export const UNMATCHED_LABELS: Record<UnmatchedReason, string> = {
  unknown_address: 'No deposit has this address',
  unknown_amount: 'No open quote has this amount',
  already_decided: 'Its deposit was already decided',
  lent_before: 'Its address was assigned to this member before',
  account_closed: 'The member’s account is closed',
  refunded: 'Taken out of its deposit to be refunded',
}
