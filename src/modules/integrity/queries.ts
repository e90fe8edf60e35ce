export { hasRecentUnfreeze, listAcceptedProblems } from './queries/accepted-problems.ts'
export {
  getMembersOwed,
  listAnchorProblems,
  listMissingAnchors,
} from './queries/anchor-problems.ts'
export { findLastAnchorTime, listAnchors, toAnchor } from './queries/anchors.ts'
export {
  findBalancedPeriod,
  findGoodCheck,
  hasIntegrityCheck,
  listChecks,
  listOpenProblems,
  toCheck,
} from './queries/checks.ts'
export { getCopyHead, renderJournalCopy } from './queries/journal-copy.ts'
export { exportLedgerRows } from './queries/ledger-rows.ts'
export { listCustodyProblems } from './queries/problems.ts'
export {
  runVerification,
  STEPS_TO_VERIFY,
  type VerificationStep,
} from './queries/verification-run.ts'
export { findVerification, listVerifications } from './queries/verifications.ts'
