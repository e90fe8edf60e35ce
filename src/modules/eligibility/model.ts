export {
  checkEligibility,
  computeCoolingOffEnd,
  isFamilyVisible,
} from './model/check-eligibility.ts'
export {
  type DeclaredStatements,
  getCategory,
  MAX_DECLARED_TEXT,
  parseDeclaration,
  TICKED,
} from './model/declaration.ts'
export { listAccepted, PROOFS } from './model/documents.ts'
export {
  createNotEligibleError,
  EVIDENCE_KINDS,
  EVIDENCE_LABELS,
  type Evidence,
  type EvidenceKind,
  type EvidenceMark,
  refusals,
  toMemberFacts,
} from './model/evidence.ts'
export type {
  Circumstances,
  EligibilityResult,
  MemberFacts,
  Movement,
  Step,
} from './model/facts.ts'
export { formatLevelRequirements } from './model/level-requirements.ts'
export {
  computeDepositExcess,
  computeDepositRoom,
  computeLimits,
} from './model/limit-use.ts'
export { formatDays, LIMITS } from './model/limits.ts'
export {
  isLevelReached,
  LEVEL_LABELS,
  LEVELS,
  type Level,
  NEEDS,
  type Need,
  OPERATION_LABELS,
  OPERATION_VERBS,
  OPERATIONS,
  type Operation,
} from './model/operations.ts'
export {
  assertTextVersion,
  assertWithdrawalPeriod,
  computeEarliestDay,
  computeEarliestStricterDay,
  createNotNewerError,
  describePublication,
  type PublicationEffect,
  type PublishedRules,
  parseProposedRules,
  RULES_PERMISSION,
  toRulesContent,
} from './model/publication.ts'
export { type Answers, type AttemptResult, addMonths, judgeAnswers } from './model/questionnaire.ts'
export { listOperationChanges, type OperationChange } from './model/requirements.ts'
export { listRuleChanges, type RuleChange } from './model/rule-changes.ts'
export {
  type AppliedRules,
  areFreeRules,
  type Category,
  EVERY_COUNTRY,
  getRequiredWarning,
  type Questionnaire,
  type RuleSet,
  type RuleText,
  toFreeRules,
} from './model/rules.ts'
export { listSampleTexts } from './model/sample-texts.ts'
export {
  findScheduledRules,
  listNamedCountries,
  listStricterCountries,
  type ScheduledRules,
  type StricterCountry,
  UNNAMED_COUNTRY,
} from './model/schedule.ts'
export { formatCoolingOff, WARNING_STATEMENT } from './model/shown-texts.ts'
export { listStricterSteps, type StricterStep } from './model/stricter-steps.ts'
