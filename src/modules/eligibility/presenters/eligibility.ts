import type { Cents } from '#lib/money.ts'
import type { App } from '#platform/app.ts'
import {
  computeCoolingOffEnd,
  computeDepositExcess,
  computeLimits,
  type Evidence,
  getRequiredWarning,
  LEVEL_LABELS,
  listOperationChanges,
  OPERATION_LABELS,
  OPERATIONS,
  type Operation,
  type Step,
} from '../model.ts'
import { type ComingRules, checkOperation, type Eligibility, hashShown } from '../queries.ts'

const WAITS: ReadonlySet<Step['kind']> = new Set(['retake_wait', 'cooling_off'])

function toChecklistItem(eligibility: Eligibility, app: Pick<App, 'clock'>, operation: Operation) {
  const { allowed, missing } = checkOperation(eligibility, app, operation)
  const isOffered = !missing.some(({ kind }) => kind === 'not_offered')
  const isWaiting = missing.length > 0 && missing.every(({ kind }) => WAITS.has(kind))

  return {
    operation,
    label: OPERATION_LABELS[operation],
    status: allowed
      ? ('allowed' as const)
      : isOffered
        ? isWaiting
          ? ('waiting' as const)
          : ('steps_left' as const)
        : ('not_offered' as const),
    steps: missing.map(({ kind, message, until, level }) => ({
      kind,
      message,
      until: until ?? null,
      level: level ?? null,
    })),
  }
}

function toCoolingOff({ rules, facts }: Eligibility, now: Date) {
  if (rules.coolingOffHours === 0) return null

  const until = facts.coolingOffSince && computeCoolingOffEnd(rules, facts.coolingOffSince)
  return {
    hours: rules.coolingOffHours,
    until,
    isOver: facts.hasInvested || (until !== null && until <= now),
  }
}

function toQuestionnaire(
  { rules: { questionnaire }, facts }: Eligibility,
  { clock }: Pick<App, 'clock'>,
) {
  if (!questionnaire) return null

  const { passedUntil, retakeAt } = facts.questionnaire
  const isExpired = passedUntil !== null && passedUntil < clock.today()

  return {
    questions: questionnaire.questions.map(({ right: _, ...question }) => ({
      ...question,
      options: [...question.options],
    })),
    minRight: questionnaire.minRight,
    retakeWaitHours: questionnaire.retakeWaitHours,
    ...facts.questionnaire,
    passedUntil: isExpired ? null : passedUntil,
    isExpired,
    isWaiting: retakeAt !== null && retakeAt > clock.now(),
  }
}

function toCategory({ rules, facts: { category, lapsedCategory } }: Eligibility) {
  const declaration = category ?? lapsedCategory
  const declared = rules.categories.find(({ id }) => id === declaration?.id)
  if (!declaration || !declared) return null

  return {
    id: declared.id,
    name: declared.name,
    expiresOn: declaration.expiresOn,
    isCurrent: category !== null,
  }
}

function toWarning({ rules, facts }: Eligibility) {
  const warning = getRequiredWarning(rules)
  return {
    ...warning,
    sha256: hashShown(warning.text),
    isAcknowledged: facts.warnings.includes(`${warning.id}/${warning.version}`),
  }
}

const toLevelSteps = ({ rules }: Eligibility) =>
  OPERATIONS.flatMap((operation) =>
    rules.operations[operation].levels.map(({ level, fromCents, counted }) => ({
      operation,
      level: LEVEL_LABELS[level],
      from: BigInt(fromCents),
      isTotal: counted === 'total',
    })),
  )

/** Returns what changes for a member when each of the coming rules follows the ones before it. */
const toComingRules = ({ rules }: Eligibility, coming: readonly ComingRules[]) =>
  coming.map((next, index) => ({
    effectiveFrom: next.effectiveFrom,
    name: next.rules.name,
    version: next.rules.version,
    changes: listOperationChanges(coming[index - 1]?.rules ?? rules, next.rules),
  }))

/** Returns what a member reads of the rules of their country: never the right answers. */
export function toEligibilityResponse(
  eligibility: Eligibility,
  app: Pick<App, 'clock'>,
  coming: readonly ComingRules[] = [],
  cash: Cents = 0n,
) {
  const { rules, applied, isFree, facts } = eligibility
  const excess = computeDepositExcess(rules, facts, app.clock.today())

  return {
    rules: {
      name: rules.name,
      version: rules.version,
      sample: rules.sample,
      sha256: applied.sha256,
    },
    isFree,
    level: facts.level,
    levelLabel: LEVEL_LABELS[facts.level],
    levelSteps: toLevelSteps(eligibility),
    riskWarning: rules.texts.riskWarning,
    terms: rules.texts.terms,
    warning: toWarning(eligibility),
    categories: rules.categories.map(({ id, name, description, statements }) => ({
      id,
      name,
      description,
      statements: [...statements],
    })),
    category: toCategory(eligibility),
    questionnaire: toQuestionnaire(eligibility, app),
    coolingOff: toCoolingOff(eligibility, app.clock.now()),
    limits: computeLimits(rules, facts, app.clock.today()).map(
      ({ operation, days, cents, usedCents, leftCents }) => ({
        operation,
        days,
        limit: BigInt(cents),
        used: usedCents,
        left: leftCents,
      }),
    ),
    depositExcess: excess < cash ? excess : cash,
    coming: toComingRules(eligibility, coming),
    checklist: OPERATIONS.map((operation) => toChecklistItem(eligibility, app, operation)),
  }
}

/** Returns a piece of evidence as its member and staff read it. */
export const toEvidenceResponse = ({ id, ruleSetId: _, sessionId, ...evidence }: Evidence) => ({
  ...evidence,
  _id: id,
  session: sessionId,
})
