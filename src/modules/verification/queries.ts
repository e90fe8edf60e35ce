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
  type ErasableVerification,
  findCheck,
  findStoredDocument,
  listErasable,
  listExpiring,
  listOpenChecks,
  type StoredDocument,
} from './queries/work.ts'
