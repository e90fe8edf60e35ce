export { parseApprovedCredit } from './queries/approved-credit.ts'
export {
  type Deposit,
  type DepositFilter,
  type DepositTerms,
  getAnyDeposit,
  getDeposit,
  listDepositRecords,
  listDeposits,
  listDepositsById,
  type QuotedDeposit,
  toDeposit,
} from './queries/deposit.ts'
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
export { findProof, listReferencedProofs, listSameProof, sumProofBytes } from './queries/proofs.ts'
export {
  type CreditedPayment,
  countDeposits,
  countOpenDeposits,
  countOverdueDeposits,
  countPendingDeposits,
  findOldestPendingDeposit,
  listCreditedPayments,
  measureReviewMinutes,
  selectCompletedDeposits,
  sumCompletedDeposits,
  sumDepositsByMember,
} from './queries/totals.ts'
