import { describeDocuments, isProofNeeded, listAccepted, PROOFS } from './documents.ts'
import { LEVELS, type Level, NEEDS, type Need } from './operations.ts'
import { describeLevelStep, describeLimit, describeNeed } from './requirements.ts'
import {
  type Category,
  getRequiredWarning,
  type LevelStep,
  type Limit,
  type Question,
  type Questionnaire,
  type RuleSet,
  type Statement,
} from './rules.ts'

/** A step that one version of rules asks of a withdrawal beyond another. */
export type StricterStep = {
  kind: 'not_offered' | 'level' | 'documents' | 'limit' | Need
  text: string
}

/**
 * Returns what rules ask of a withdrawal that those before them don't: a member who has done what
 * they asked would have to do more, or could withdraw less. `list_stricter_steps()` in SQL compares
 * the same.
 */
export function listStricterSteps(before: RuleSet, after: RuleSet): StricterStep[] {
  if (!before.operations.withdraw.allowed) return []
  if (!after.operations.withdraw.allowed)
    return [{ kind: 'not_offered', text: 'not available in your country' }]

  return [
    ...listHigherLevels(before, after),
    ...listRefusedDocuments(before, after),
    ...listAddedNeeds(before, after),
    ...listTighterLimits(before, after),
  ]
}

const getRank = (level: Level): number => LEVELS.indexOf(level)

/** A step of a sum counts every amount that the same step of a single one counts. */
const isLevelCovered = (step: LevelStep, by: LevelStep): boolean =>
  getRank(by.level) >= getRank(step.level) &&
  BigInt(by.fromCents) <= BigInt(step.fromCents) &&
  (by.counted === 'total' || step.counted === 'single' || BigInt(by.fromCents) === 0n)

const listHigherLevels = (before: RuleSet, after: RuleSet): StricterStep[] =>
  after.operations.withdraw.levels
    .filter(
      (step) =>
        step.level !== 'none' &&
        !before.operations.withdraw.levels.some((by) => isLevelCovered(step, by)),
    )
    .map((step) => ({ kind: 'level', text: describeLevelStep(step) }))

/** A member may have none but the document that is no longer accepted. */
const listRefusedDocuments = (before: RuleSet, after: RuleSet): StricterStep[] =>
  PROOFS.filter(
    (proof) =>
      isProofNeeded(after, 'withdraw', proof) &&
      listAccepted(before, proof).some((kind) => !listAccepted(after, proof).includes(kind)),
  ).map((proof) => ({
    kind: 'documents',
    text: `only ${describeDocuments(after, proof)} (new verifications)`,
  }))

const NEED_CHECKS: Readonly<Record<Need, (before: RuleSet, after: RuleSet) => boolean>> = {
  category: ({ categories }, after) =>
    categories.some((old) => !after.categories.some((next) => isCategoryCovered(next, old))),
  questionnaire: ({ questionnaire: old }, { questionnaire: next }) =>
    next !== null && (old === null || !isQuestionnaireCovered(next, old)),
  warning: (before, after) => {
    const [old, next] = [getRequiredWarning(before), getRequiredWarning(after)]
    return old.id !== next.id || old.version !== next.version || old.text !== next.text
  },
  cooling_off: (before, after) =>
    after.coolingOffHours > 0 &&
    (before.key !== after.key || before.coolingOffHours < after.coolingOffHours),
}

const listAddedNeeds = (before: RuleSet, after: RuleSet): StricterStep[] =>
  NEEDS.filter(
    (need) =>
      after.operations.withdraw.needs.includes(need) &&
      (!before.operations.withdraw.needs.includes(need) || NEED_CHECKS[need](before, after)),
  ).map((kind) => ({ kind, text: describeNeed(after, kind) }))

/**
 * A declaration counts as long as its category has the same version, and asks for no other
 * statement.
 */
const isCategoryCovered = (next: Category, old: Category): boolean =>
  next.id === old.id &&
  next.version === old.version &&
  next.name === old.name &&
  next.description === old.description &&
  next.validMonths >= old.validMonths &&
  next.statements.every((one) => old.statements.some((other) => isSameStatement(one, other)))

const isSameStatement = (one: Statement, other: Statement): boolean =>
  one.id === other.id && one.text === other.text && one.kind === other.kind

/**
 * A passed attempt counts for its version alone. Fewer questions may allow no fewer wrong answers.
 */
const isQuestionnaireCovered = (next: Questionnaire, old: Questionnaire): boolean =>
  next.id === old.id &&
  next.version === old.version &&
  next.validMonths >= old.validMonths &&
  next.retakeWaitHours <= old.retakeWaitHours &&
  next.questions.length - next.minRight >= old.questions.length - old.minRight &&
  next.questions.every((one) => old.questions.some((other) => isSameQuestion(one, other)))

const isSameQuestion = (one: Question, other: Question): boolean =>
  one.id === other.id &&
  one.matter === other.matter &&
  one.text === other.text &&
  one.right === other.right &&
  one.options.length === other.options.length &&
  one.options.every(
    ({ id, text }, index) => id === other.options[index]?.id && text === other.options[index]?.text,
  )

const matchesLimit = ({ operation, level, category }: Limit, ofLevel: Level, of: Limit): boolean =>
  operation === of.operation &&
  (level === undefined || level === ofLevel) &&
  (category === undefined || category === of.category)

/** The members of a category are the same only where its declaration has the same version. */
const hasSameMembers = ({ category }: Limit, before: RuleSet, after: RuleSet): boolean =>
  category === undefined || findVersion(before, category) === findVersion(after, category)

const findVersion = ({ categories }: RuleSet, category: string): string | undefined =>
  categories.find(({ id }) => id === category)?.version

/** A limit takes more where no limit for the same members was as low for as many days. */
const isLimitTighter = (limit: Limit, before: RuleSet, after: RuleSet): boolean =>
  (limit.level === undefined ? LEVELS : [limit.level]).some(
    (level) =>
      !before.limits.some(
        (old) =>
          matchesLimit(old, level, limit) &&
          hasSameMembers(old, before, after) &&
          BigInt(old.cents) <= BigInt(limit.cents) &&
          old.days >= limit.days,
      ),
  )

const listTighterLimits = (before: RuleSet, after: RuleSet): StricterStep[] =>
  after.limits
    .filter((limit) => limit.operation === 'withdraw' && isLimitTighter(limit, before, after))
    .map((limit) => ({ kind: 'limit', text: describeLimit(after, limit) }))
