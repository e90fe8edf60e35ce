import { DomainError } from '#lib/errors.ts'
import { findPromise } from '#lib/promises.ts'

export const PLAN_TEXTS = ['name', 'liquidity', 'fees', 'basis', 'risk'] as const

type PlanText = (typeof PLAN_TEXTS)[number]

const TEXT_NAMES: Record<PlanText, string> = {
  name: 'The name',
  liquidity: 'The text on getting money out',
  fees: 'The text on fees',
  basis: 'The text on what the target rests on',
  risk: 'The text on risk',
}

const LONGEST_NAME = 60

const LONGEST_TEXT = 2_000

/**
 * Refuses, with its field, a text that can't be offered: missing or too long (`invalid_plan`), or
 * promising a return (`promises_return`).
 */
export function assertPlanText(plan: Record<PlanText, string>, field: PlanText): void {
  const text = plan[field].trim()
  if (text === '' || text.length > (field === 'name' ? LONGEST_NAME : LONGEST_TEXT))
    throw new DomainError(
      'invalid_plan',
      422,
      `${TEXT_NAMES[field]} is missing or too long.`,
      field,
    )

  const phrase = findPromise(text)
  if (phrase)
    throw new DomainError(
      'promises_return',
      422,
      `"${phrase}" promises a return, which no plan can. Please say what the target is and what
        it rests on.`,
      field,
    )
}
