import { formatUsd } from '#lib/money.ts'
import { formatDays } from './limits.ts'
import { LEVEL_LABELS, type Need, OPERATIONS, type Operation } from './operations.ts'
import { getRequiredWarning, type RuleSet } from './rules.ts'

/** What rules require of an operation: `key` says it to the letter, `text` in plain words. */
export type Requirement = { key: string; text: string }

const describeNeed = (rules: RuleSet, need: Need): [shown: unknown, text: string] => {
  const { categories, questionnaire, coolingOffHours, key } = rules

  return {
    category: [categories, 'a declaration of which kind of investor you are'],
    questionnaire: [questionnaire, 'the questions about the risks of investing'],
    warning: [getRequiredWarning(rules), 'confirming that you have read the risk warning'],
    cooling_off: [
      [key, coolingOffHours],
      `a cooling-off period of ${coolingOffHours} hours before your first investment`,
    ],
  }[need] as [unknown, string]
}

/** Returns what rules require of an operation, with the texts and questions that it refers to. */
export function listRequirements(rules: RuleSet, operation: Operation): Requirement[] {
  const { allowed, levels, needs } = rules.operations[operation]
  if (!allowed) return [{ key: 'not offered', text: 'not available in your country' }]

  return [
    ...levels.map(({ level, fromCents, counted }) => ({
      key: `level ${JSON.stringify([level, fromCents, counted])}`,
      text:
        `verification level ${LEVEL_LABELS[level]}` +
        (fromCents === '0' ? '' : ` from ${formatUsd(BigInt(fromCents))}`) +
        (fromCents !== '0' && counted === 'total' ? ' in total' : ''),
    })),
    ...needs.map((need) => {
      const [shown, text] = describeNeed(rules, need)
      return { key: `${need} ${JSON.stringify(shown)}`, text }
    }),
    ...rules.limits
      .filter((limit) => limit.operation === operation)
      .map(({ cents, days, level, category }) => ({
        key: `limit ${JSON.stringify([cents, days, level, category])}`,
        text:
          `a limit of ${formatUsd(BigInt(cents))} within ${formatDays(days)}` +
          (level ? ` at level ${LEVEL_LABELS[level]}` : '') +
          (category ? ` for ${findCategoryName(rules, category)}` : ''),
      })),
  ]
}

const findCategoryName = ({ categories }: RuleSet, id: string) =>
  categories.find((category) => category.id === id)?.name ?? id

const subtractRequirements = (from: readonly Requirement[], others: readonly Requirement[]) =>
  from.filter(({ key }) => !others.some((other) => other.key === key)).map(({ text }) => text)

/** Returns what rules require of a withdrawal and others don't, in plain words. */
export const listAddedToWithdrawal = (before: RuleSet, after: RuleSet): string[] =>
  before.operations.withdraw.allowed
    ? subtractRequirements(
        listRequirements(after, 'withdraw'),
        listRequirements(before, 'withdraw'),
      )
    : []

/** What changes for an operation, in plain words. */
export type OperationChange = { operation: Operation; added: string[]; removed: string[] }

/** Returns what changes for each operation when rules follow others; none where nothing does. */
export function listOperationChanges(before: RuleSet, after: RuleSet): OperationChange[] {
  return OPERATIONS.map((operation) => {
    const [old, next] = [listRequirements(before, operation), listRequirements(after, operation)]
    return {
      operation,
      added: subtractRequirements(next, old),
      removed: subtractRequirements(old, next),
    }
  }).filter(({ added, removed }) => added.length + removed.length > 0)
}
