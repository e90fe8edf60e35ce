import { formatUsd, toCents, type Usd } from '#lib/money.ts'
import {
  isLevelReached,
  LEVEL_LABELS,
  LEVELS,
  type Level,
  OPERATION_VERBS,
  type Operation,
} from './operations.ts'

/** A level that an operation requires from an amount in dollars, as members read it. */
type ShownLevelStep = { operation: Operation; level: string; from: Usd; isTotal: boolean }

const list = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** Returns for each level, in a sentence, what the rules require it or a higher one for. */
export const formatLevelRequirements = (steps: readonly ShownLevelStep[]) => ({
  basic: formatRequirement(steps, 'basic'),
  full: formatRequirement(steps, 'full'),
  source_of_funds: formatRequirement(steps, 'source_of_funds'),
})

function formatRequirement(steps: readonly ShownLevelStep[], level: Level): string {
  const shown: ShownLevelStep[] = []
  for (const step of listSteps(steps, level))
    if (!shown.some((by) => isCovered(step, by))) shown.push(step)

  return shown.length === 0
    ? 'It isn’t required of you now.'
    : `It is required before you ${list.format(shown.map(formatStep))}.`
}

/**
 * Lists the steps that require a level or a higher one, the lowest amount first, and in total
 * before each.
 */
const listSteps = (steps: readonly ShownLevelStep[], level: Level): ShownLevelStep[] =>
  steps
    .filter((step) =>
      LEVELS.some((one) => LEVEL_LABELS[one] === step.level && isLevelReached(one, level)),
    )
    .sort(
      (one, other) =>
        Number(toCents(one.from) - toCents(other.from)) ||
        Number(other.isTotal) - Number(one.isTotal),
    )

/** Returns whether a step requires nothing beside another of a lower or the same amount. */
const isCovered = (step: ShownLevelStep, by: ShownLevelStep): boolean =>
  step.operation === by.operation && (by.isTotal || !step.isTotal || toCents(by.from) === 0n)

function formatStep({ operation, from, isTotal }: ShownLevelStep): string {
  const cents = toCents(from)
  const amount = cents === 0n ? '' : ` ${formatUsd(cents)} or more${isTotal ? ' in total' : ''}`
  return `${OPERATION_VERBS[operation]}${amount}`
}
