export { parseApprovedCredit } from './queries/approved-credit.ts'
export {
  type Deposit,
  type DepositFilter,
  getAnyDeposit,
  getDeposit,
  listDepositRecords,
  listDeposits,
  toDeposit,
} from './queries/deposit.ts'
export {
  type CreditFigures,
  computeDepositCredit,
  getCreditRate,
} from './queries/deposit-credit.ts'
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
  countPendingDeposits,
  listCreditedPayments,
  measureReviewMinutes,
  sumCompletedDeposits,
  sumDepositsByMember,
} from './queries/totals.ts'
