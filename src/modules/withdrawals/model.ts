export {
  type AddressRules,
  createOwnAddressError,
  parseChainTxid,
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
export { computeBatchStatus } from './model/batch-status.ts'
export { buildWithdrawalChecks, isNewAddress, RECENT_MS } from './model/checks.ts'
export {
  type FeeRate,
  formatFeeRate,
  MAX_FEE_RATE,
  MIN_FEE_RATE,
  parseFeeRate,
  toFeeRate,
} from './model/fee-rate.ts'
export {
  buildHoldTransfer,
  buildPayoutTransfers,
  buildReleaseTransfer,
  toProposalContent,
} from './model/payout.ts'
export {
  BATCH_STATUSES,
  type BatchStatus,
  createExportedError,
  MAX_BATCH_LINES,
  PAYOUT_KINDS,
  PAYOUT_TRANSACTION_STATUSES,
  type PayoutBatchContent,
  type PayoutKind,
  type PayoutTransactionStatus,
  parseBatchContent,
  sumAmounts,
  toBatchContent,
  toCancellationContent,
} from './model/payout-batch.ts'
export {
  describePayoutNetwork,
  formatWithdrawalTxid,
  getPayoutChain,
  getPayoutKinds,
} from './model/payout-chain.ts'
export { matchPayout, type PayoutLine, type PayoutMatch } from './model/payout-match.ts'
export type { BitcoinDraft } from './model/payout-transaction.ts'
export {
  type Funds,
  findRequestedCoin,
  parseWithdrawalRequest,
  type RequestRules,
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
export { computeTransactionStatus } from './model/transaction-status.ts'
export type { WithdrawalInput } from './model/withdrawal-input.ts'

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
  batchCreated: 'Payout batch created',
  exported: 'Payout batch exported',
  batchSigned: 'Signed transaction stored. It pays exactly this batch.',
  batchSent: 'Transaction sent',
  batchSentByOperator: 'Recorded. The batch completes when the chain shows its payments.',
  batchReplaced: 'Replacement created. Sign it to send it.',
  batchCancelled: 'Payout batch cancelled',
  reversalProposed: 'Waiting for approval by a second admin. Nothing is posted until then.',
} as const
