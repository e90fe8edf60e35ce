export {
  buildConfirmedTransfers,
  type ConfirmedCredit,
  toCreditContent,
} from './model/approved-credit.ts'
export {
  CASH_REASON_LABELS,
  CASH_REASONS,
  type CashReason,
  createArrivalNeededError,
  findCashReason,
  isAfterQuote,
  isFarFromQuote,
  parseArrivalTime,
} from './model/arrival.ts'
export { buildDepositChecks } from './model/checks.ts'
export {
  buildCreditTransfers,
  computeCreditCents,
  computeInvestedCents,
  computePaymentsCents,
  type DepositCredit,
} from './model/credit.ts'
export {
  createPaymentGoneError,
  EVIDENCE_FILTERS,
  type EvidenceFilter,
  findEvidenceProblem,
  isAsQuoted,
  type SomePayments,
  sumUnits,
  toChainArrival,
} from './model/evidence.ts'
export {
  computeArrival,
  type DepositPayment,
  findLastPayment,
  formatPaidOutputs,
  matchOwnAddress,
  matchSharedAddress,
  type PaymentCandidate,
  type PaymentMatch,
} from './model/payments.ts'
export {
  AMOUNT_RESERVED_MS,
  buildPaymentUri,
  findUniqueAmount,
  formatCoinAmount,
  LIMITS,
  MAX_UNITS_ADDED,
  OPEN_QUOTES_LIMIT,
} from './model/quote.ts'
export {
  type DepositArrival,
  type DepositArrivalInput,
  parseArrival,
  parseReceivedAmount,
  type ReceivedAmount,
} from './model/received-amount.ts'
export {
  buildReversalTransfers,
  createNotCompletedError,
  createRewardPaidError,
  type DepositReversal,
  findMoneyGone,
  toReversalContent,
} from './model/reversal.ts'
export { findSignedProposal } from './model/signed-proposal.ts'
export {
  computeDepositStatus,
  computeReviewDeadline,
  DEPOSIT_STATUSES,
  type DepositStatus,
  getOverdueCutoff,
  isOverdue,
  isUnpaid,
  OVERDUE_AFTER_MS,
} from './model/status.ts'
export { buildDepositTimeline, type DepositLifecycle } from './model/timeline.ts'
export {
  UNMATCHED_LABELS,
  UNMATCHED_REASONS,
  type UnmatchedReason,
} from './model/unmatched-reasons.ts'

/** Most bytes of proofs that one member uploads within a day. */
export const PROOF_BYTES_A_DAY = 100 * 1024 * 1024

export const TEXTS = {
  missing: 'Please select a plan, a payment method, and enter an amount.',
  noProof: 'Please upload proof of payment before completing the payment.',
  submitted: 'Deposit submitted. We’ll confirm it once your payment has arrived.',
  paymentNoted: 'Payment recorded',
  confirmed: 'Payment Confirmed',
  proposed: 'Waiting for approval by a second admin',
  reversalProposed: 'Waiting for approval by a second admin. Nothing is posted until then.',
  rejected: 'Deposit rejected',
  received: 'Recorded as unmatched. Match or refund it on the Treasury screen.',
  refundRequested: 'Refund address saved. We’ll check it and email you.',
} as const
