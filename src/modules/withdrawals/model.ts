export {
  type AddressRules,
  parseTxid,
  parseWithdrawalAddress,
} from './model/address.ts'
export {
  assertNoRedemptionNotice,
  assertWithdrawable,
  computeWithdrawableCents,
  createShortfallError,
  type NoticePrincipal,
  parseWithdrawalAmount,
} from './model/amount.ts'
export { buildWithdrawalChecks, isNewAddress, RECENT_MS } from './model/checks.ts'
export {
  buildHoldTransfer,
  buildPayoutTransfers,
  buildReleaseTransfer,
  toProposalContent,
} from './model/payout.ts'
export {
  createExportedError,
  type PayoutBatchContent,
  parseBatchContent,
  sumAmounts,
  toBatchContent,
  toCancellationContent,
} from './model/payout-batch.ts'
export {
  type Funds,
  findRequestedCoin,
  parseWithdrawalRequest,
  type RequestRules,
  type WithdrawalInput,
  type WithdrawalRequest,
} from './model/request.ts'
export {
  buildReversalTransfers,
  createNotCompletedError,
  findReversalRefusal,
  toReversalContent,
  type WithdrawalReversal,
} from './model/reversal.ts'
export {
  computeShortfall,
  getHoldSubAccount,
  getSourceSubAccount,
  type Source,
} from './model/source.ts'
export {
  formatDecisionConflict,
  isOpen,
  WITHDRAWAL_STATUSES,
  type WithdrawalStatus,
} from './model/status.ts'
export {
  buildWithdrawalTimeline,
  computePayoutDeadline,
  FAILED_STEPS,
} from './model/timeline.ts'

/** Most saved addresses of a member for one coin. */
export const SAVED_WALLETS_LIMIT = 10

export const TEXTS = {
  requested: 'Requested. Waiting for approval.',
  walletSaved: 'Wallet address saved successfully',
  noWallet: 'Please enter at least one wallet address.',
  approved: 'Withdrawal approved',
  proposed: 'Waiting for approval by a second admin',
  rejected: 'Withdrawal rejected',
  cancelled: 'Withdrawal cancelled. The money is back in your account.',
  paid: 'Withdrawal marked as paid',
  exported: 'Payout batch exported',
  reversalProposed: 'Waiting for approval by a second admin. Nothing is posted until then.',
} as const
