import { formatUtcMinute, HOUR_MS } from '#lib/dates.ts'
import type { Circumstances, EligibilityResult, MemberFacts, Step } from './facts.ts'
import { findLimitSteps } from './limit-use.ts'
import {
  isLevelReached,
  LEVEL_LABELS,
  LEVELS,
  type Level,
  NEEDS,
  type Need,
  OPERATION_VERBS,
  type Operation,
} from './operations.ts'
import { getRequiredWarning, type RuleSet } from './rules.ts'

/** Everything that the check of one operation reads. */
type Case = {
  rules: RuleSet
  facts: MemberFacts
  operation: Operation
  circumstances: Circumstances
}

/**
 * Returns whether a member may perform an operation under the rules, and the steps that are
 * missing, in the order in which they are done, whatever the order in the rules. With no amount the
 * check is of any amount: limits and levels from a higher sum don't apply.
 */
export function checkEligibility(
  rules: RuleSet,
  facts: MemberFacts,
  operation: Operation,
  circumstances: Circumstances,
): EligibilityResult {
  const one = { rules, facts, operation, circumstances }
  const missing = rules.operations[operation].allowed
    ? [
        ...findLevelStep(one),
        ...NEEDS.filter((need) => rules.operations[operation].needs.includes(need)).flatMap(
          (need) => NEED_CHECKS[need](one),
        ),
        ...findPlanStep(one),
        ...findLimitSteps(one),
      ]
    : [createNotOfferedStep(operation)]

  return { operation, allowed: missing.length === 0, missing }
}

const NOT_OFFERED: Readonly<Record<Operation, string>> = {
  deposit:
    'Deposits aren’t available in your country. If your country on your profile is wrong, ' +
    'change it there.',
  invest: 'Investing isn’t available in your country.',
  withdraw:
    'Withdrawals aren’t available in your country. Contact us to have your balance paid out.',
  refer: 'Inviting friends isn’t available in your country.',
  claim_campaign: 'Bonuses aren’t available in your country.',
  see_plans: 'Plans aren’t available in your country.',
}

const createNotOfferedStep = (operation: Operation): Step => ({
  kind: 'not_offered',
  message: NOT_OFFERED[operation],
})

/** Returns the highest level that the operation requires for its amount. */
export function computeRequiredLevel({ rules, facts, operation, circumstances }: Case): Level {
  const amount = circumstances.amountCents ?? 0n
  const before = facts.movements
    .filter((movement) => movement.operation === operation)
    .reduce((sum, { cents }) => sum + cents, 0n)
  const required = rules.operations[operation].levels.filter(({ fromCents, counted }) => {
    const from = BigInt(fromCents)
    return (counted === 'total' ? before + amount : amount) >= from
  })

  return required.reduce<Level>(
    (highest, { level }) => (isLevelReached(highest, level) ? highest : level),
    LEVELS[0],
  )
}

function findLevelStep(one: Case): Step[] {
  const level = computeRequiredLevel(one)
  if (isLevelReached(one.facts.level, level)) return []

  return [
    {
      kind: 'level',
      level,
      message:
        `Verify your identity (${LEVEL_LABELS[level].toLowerCase()}) before you ` +
        `${OPERATION_VERBS[one.operation]}.`,
    },
  ]
}

const NEED_CHECKS: Readonly<Record<Need, (one: Case) => Step[]>> = {
  warning: findWarningStep,
  cooling_off: findCoolingOffStep,
  category: findCategoryStep,
  questionnaire: findQuestionnaireStep,
}

function findCategoryStep({ facts }: Case): Step[] {
  if (facts.category) return []

  return [
    {
      kind: 'category',
      message: facts.lapsedCategory
        ? 'Declare again which kind of investor you are: your declaration has expired or changed.'
        : 'Declare which kind of investor you are.',
    },
  ]
}

function findQuestionnaireStep({ rules, facts, circumstances }: Case): Step[] {
  const { passedUntil, retakeAt } = facts.questionnaire
  if (!rules.questionnaire || (passedUntil !== null && passedUntil >= circumstances.today))
    return []
  if (retakeAt && retakeAt > circumstances.now)
    return [
      {
        kind: 'retake_wait',
        until: retakeAt,
        message: `You can answer the questions again from ${formatUtcMinute(retakeAt)}.`,
      },
    ]

  return [{ kind: 'questionnaire', message: 'Answer the questions about the risks of investing.' }]
}

function findWarningStep({ rules, facts }: Case): Step[] {
  const { id, version } = getRequiredWarning(rules)
  if (facts.warnings.includes(`${id}/${version}`)) return []

  return [{ kind: 'warning', message: 'Read the risk warning and confirm that you understand it.' }]
}

function findCoolingOffStep({ rules, facts, circumstances: { now } }: Case): Step[] {
  if (rules.coolingOffHours === 0 || facts.hasInvested) return []

  const hours = rules.coolingOffHours
  if (!facts.coolingOffSince)
    return [
      {
        kind: 'cooling_off_start',
        message: `Start the cooling-off period of ${hours} hours before your first investment.`,
      },
    ]

  const until = computeCoolingOffEnd(rules, facts.coolingOffSince)
  if (until <= now) return []
  return [
    {
      kind: 'cooling_off',
      until,
      message: `Your cooling-off period ends on ${formatUtcMinute(until)}.`,
    },
  ]
}

/** Returns when a cooling-off period that began at an instant ends. */
export const computeCoolingOffEnd = ({ coolingOffHours }: RuleSet, since: Date): Date =>
  new Date(since.getTime() + coolingOffHours * HOUR_MS)

function findPlanStep({ rules, facts, circumstances: { planFamily } }: Case): Step[] {
  if (planFamily === undefined || isFamilyVisible(rules, facts, planFamily)) return []
  return [{ kind: 'plan', message: 'Plans of this kind aren’t offered to your kind of investor.' }]
}

/** Returns whether a member may see the plans of a family. */
export function isFamilyVisible(rules: RuleSet, facts: MemberFacts, family: string): boolean {
  const category = facts.category?.id ?? null
  const row = rules.plans.find((classes) => classes.category === category)
  return !row || row.families === 'all' || row.families.includes(family)
}
