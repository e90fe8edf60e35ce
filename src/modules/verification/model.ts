export {
  CHECK_LABELS,
  CHECKS,
  type Check,
  type Checklist,
  LEVEL_CHECKS,
  listReviewChecks,
  parseReview,
  type ReviewInput,
} from './model/checklist.ts'
export {
  type FoundPerson,
  listDifferences,
  PERSON_FIELD_NAMES,
} from './model/compare-person.ts'
export {
  parseMemberReason,
  parseRefusal,
  REFUSAL_PERMISSION,
  RETURN_REASONS,
  toRefusalContent,
} from './model/decisions.ts'
export {
  DETAIL_LENGTHS,
  type DeclaredDetails,
  type IdentityDetails,
  MIN_AGE_YEARS,
  parseIdentityDetails,
} from './model/details.ts'
export {
  type AcceptedDocuments,
  DEFAULT_ACCEPTED,
  DOCUMENT_KINDS,
  DOCUMENT_NAMES,
  DOCUMENT_SIDES,
  type DocumentKind,
  type DocumentSide,
  formatAccepted,
  formatDocument,
  LEVEL_DOCUMENTS,
  listMissingDocuments,
  type VerificationDocument,
} from './model/documents.ts'
export {
  getLevelNumber,
  getLowerLevel,
  LEVEL_NAMES,
  LEVELS,
  type Level,
  type LevelNumber,
} from './model/levels.ts'
export { refusals } from './model/refusals.ts'
export {
  addBusinessDays,
  getRetryDay,
  isOfAnotherVersion,
  isOpen,
  PROVIDERS,
  type ProviderName,
  REMINDER_DAYS,
  RETRY_DAYS,
  VERIFICATION_STATUSES,
  type Verification,
  type VerificationStatus,
} from './model/verification.ts'
export {
  findVerifiedPerson,
  listPersonFacts,
  type VerifiedPerson,
} from './model/verified-person.ts'
