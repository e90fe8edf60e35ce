export { parseApprovedCredit } from './queries/approved-credit.ts'
export type { Deposit, DepositTerms, QuotedDeposit } from './queries/deposit.ts'
export {
  type CreditFigures,
  computeDepositCredit,
  getCreditRate,
} from './queries/deposit-credit.ts'
export { listDepositFacts } from './queries/deposit-facts.ts'
export { listVanishedCredits } from './queries/deposit-payments.ts'
export {
  computeDepositReversal,
  parseApprovedReversal,
  type ReversalFigures,
} from './queries/deposit-reversal.ts'
export { toDeposit } from './queries/deposit-row.ts'
export {
  type DepositFilter,
  getAnyDeposit,
  getDeposit,
  listDepositRecords,
  listDeposits,
  listDepositsById,
} from './queries/deposits.ts'
export {
  countOpenDeposits,
  countOverdueDeposits,
  countPendingDeposits,
  findOldestPendingDeposit,
} from './queries/open-deposits.ts'
export { findProof, listReferencedProofs, listSameProof, sumProofBytes } from './queries/proofs.ts'
export {
  type CreditedPayment,
  countDeposits,
  listCreditedPayments,
  measureReviewMinutes,
  selectCompletedDeposits,
  sumCompletedDeposits,
  sumDepositsByMember,
} from './queries/totals.ts'
