/**
 * Transfer types. The table `ledger.posting_rule` lists the account types between which each may
 * post.
 */
export const TRANSFER_TYPES = [
  'deposit_confirmed',
  'deposit_reversed',
  'position_opened',
  'principal_redeemed',
  'capital_paid_in',
  'capital_paid_out',
  'income_recorded',
  'income_reversed',
  'loss_recorded',
  'return_paid',
  'withdrawal_held',
  'withdrawal_paid',
  'withdrawal_released',
  'withdrawal_reversed',
  'suspense_received',
  'suspense_matched',
  'suspense_refunded',
  'assets_placed',
  'assets_returned',
  'assets_lost',
  'promotion_funded',
  'promotion_returned',
  'reward_paid',
  'fee_charged',
  'fee_reversed',
  'fees_taken',
  'network_fee_paid',
  'custody_moved',
  'converted',
  'adjusted',
] as const

export type TransferType = (typeof TRANSFER_TYPES)[number]
