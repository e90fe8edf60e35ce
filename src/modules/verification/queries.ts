export { countLeftChecks, findCheck, listForgettable, listOpenChecks } from './queries/checks.ts'
export { findAcceptedDocuments, findRetentionDays } from './queries/country-rules.ts'
export {
  getOwnDocument,
  listDocuments,
  listReferencedDocuments,
  listSameDocuments,
} from './queries/documents.ts'
export { countInReview, listQueue } from './queries/queue.ts'
export {
  areDetailsLocked,
  findIdentityDetails,
  findVerificationLevel,
  getOwnVerification,
  getVerification,
  listVerifications,
} from './queries/verifications.ts'
export {
  type ErasableVerification,
  findStoredDocument,
  listErasable,
  listExpiring,
  type StoredDocument,
} from './queries/work.ts'
