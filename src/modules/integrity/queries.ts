export { hasRecentUnfreeze, listAcceptedProblems } from './queries/accepted-problems.ts'
export { getMembersOwed, listAnchorProblems } from './queries/anchor-problems.ts'
export { findLastAnchorTime, listAnchors, toAnchor } from './queries/anchors.ts'
export {
  findBalancedPeriod,
  findGoodCheck,
  hasIntegrityCheck,
  listChecks,
  listOpenProblems,
  listUnclearedChecks,
} from './queries/checks.ts'
export { getCopyHead, renderJournalCopy } from './queries/journal-copy.ts'
export { exportLedgerRows } from './queries/ledger-rows.ts'
export { listAllProblems, listCustodyProblems, listRecentProblems } from './queries/problems.ts'
export {
  runVerification,
  STEPS_TO_VERIFY,
  type VerificationStep,
} from './queries/verification-run.ts'
export { findVerification, listVerifications } from './queries/verifications.ts'
