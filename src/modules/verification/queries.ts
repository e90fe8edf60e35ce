export { findAcceptedDocuments, findRetentionDays } from './queries/country-rules.ts'
export {
  areDetailsLocked,
  countInReview,
  findIdentityDetails,
  findVerificationLevel,
  getOwnDocument,
  getOwnVerification,
  getVerification,
  listDocuments,
  listQueue,
  listReferencedDocuments,
  listSameDocuments,
  listVerifications,
} from './queries/verifications.ts'
export {
  countLeftChecks,
  type ErasableVerification,
  findCheck,
  findStoredDocument,
  listErasable,
  listExpiring,
  listForgettable,
  listOpenChecks,
  type StoredDocument,
} from './queries/work.ts'
