import { formatUsd } from '#lib/money.ts'
import { describeDocuments, isProofNeeded, listAccepted, PROOFS } from './documents.ts'
import { formatDays } from './limits.ts'
import { LEVEL_LABELS, type Need, OPERATIONS, type Operation } from './operations.ts'
import { getRequiredWarning, type LevelStep, type Limit, type RuleSet } from './rules.ts'

/** A requirement of an operation: `key` says it to the letter, `text` in plain words. */
type Requirement = { key: string; text: string }

/** Returns a step of verification in plain words. */
export const describeLevelStep = ({ level, fromCents, counted }: LevelStep): string =>
  `verification level ${LEVEL_LABELS[level]}` +
  (fromCents === '0' ? '' : ` from ${formatUsd(BigInt(fromCents))}`) +
  (fromCents !== '0' && counted === 'total' ? ' in total' : '')

/** Returns a limit in plain words. */
export const describeLimit = (rules: RuleSet, { cents, days, level, category }: Limit): string =>
  `a limit of ${formatUsd(BigInt(cents))} within ${formatDays(days)}` +
  (level ? ` at level ${LEVEL_LABELS[level]}` : '') +
  (category ? ` for ${findCategoryName(rules, category)}` : '')

const findCategoryName = ({ categories }: RuleSet, id: string) =>
  categories.find((category) => category.id === id)?.name ?? id

const NEED_TEXTS: Readonly<Record<Need, (rules: RuleSet) => string>> = {
  category: () => 'a declaration of which kind of investor you are',
  questionnaire: () => 'the questions about the risks of investing',
  warning: () => 'confirming that you have read the risk warning',
  cooling_off: ({ coolingOffHours }) =>
    `a cooling-off period of ${coolingOffHours} hours before your first investment`,
}

/** Returns a need in plain words. */
export const describeNeed = (rules: RuleSet, need: Need): string => NEED_TEXTS[need](rules)

const NEED_CONTENTS: Readonly<Record<Need, (rules: RuleSet) => unknown>> = {
  category: ({ categories }) => categories,
  questionnaire: ({ questionnaire }) => questionnaire,
  warning: getRequiredWarning,
  cooling_off: ({ key, coolingOffHours }) => [key, coolingOffHours],
}

/** Returns what rules require of an operation, with the texts and questions that it refers to. */
function listRequirements(rules: RuleSet, operation: Operation): Requirement[] {
  const { allowed, levels, needs } = rules.operations[operation]
  if (!allowed) return [{ key: 'not offered', text: 'not available in your country' }]

  return [
    ...levels.map((step) => ({
      key: `level ${JSON.stringify([step.level, step.fromCents, step.counted])}`,
      text: describeLevelStep(step),
    })),
    ...needs.map((need) => ({
      key: `${need} ${JSON.stringify(NEED_CONTENTS[need](rules))}`,
      text: describeNeed(rules, need),
    })),
    ...rules.limits
      .filter((limit) => limit.operation === operation)
      .map((limit) => ({
        key: `limit ${JSON.stringify([limit.cents, limit.days, limit.level, limit.category])}`,
        text: describeLimit(rules, limit),
      })),
  ]
}

/** Returns the accepted documents, of rules that need them for an operation as others do. */
const listDocuments = (rules: RuleSet, others: RuleSet, operation: Operation): Requirement[] =>
  PROOFS.filter((proof) =>
    [rules, others].every(
      (one) => one.operations[operation].allowed && isProofNeeded(one, operation, proof),
    ),
  ).map((proof) => ({
    key: `${proof} ${[...listAccepted(rules, proof)].sort().join(' ')}`,
    text: describeDocuments(rules, proof),
  }))

const subtractRequirements = (from: readonly Requirement[], others: readonly Requirement[]) =>
  from.filter(({ key }) => !others.some((other) => other.key === key)).map(({ text }) => text)

/** The changes for an operation, in plain words. */
export type OperationChange = { operation: Operation; added: string[]; removed: string[] }

/** Returns what changes for each operation when rules follow others; none where nothing does. */
export function listOperationChanges(before: RuleSet, after: RuleSet): OperationChange[] {
  return OPERATIONS.map((operation) => {
    const list = (rules: RuleSet, others: RuleSet) => [
      ...listRequirements(rules, operation),
      ...listDocuments(rules, others, operation),
    ]
    const [old, next] = [list(before, after), list(after, before)]
    return {
      operation,
      added: subtractRequirements(next, old),
      removed: subtractRequirements(old, next),
    }
  }).filter(({ added, removed }) => added.length + removed.length > 0)
}
