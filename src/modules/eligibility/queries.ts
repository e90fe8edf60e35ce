export { type ComingRules, listComingRules } from './queries/coming-rules.ts'
export {
  checkOperation,
  type Eligibility,
  loadEligibility,
  selectEligibility,
  toEligibility,
} from './queries/eligibility.ts'
export { listErasableEvidence, listEvidence, listGateRecords } from './queries/evidence.ts'
export { hashShown } from './queries/hash-shown.ts'
export { findPublicationEffect } from './queries/publication-effect.ts'
export {
  findNewestRules,
  findPreviousRulesId,
  findPublishedRules,
  findRewordedText,
  findStricterCountries,
  listCurrentRules,
  listPublishedHashes,
  listReplacedRules,
} from './queries/rule-sets.ts'
