import { DomainError } from '#lib/errors.ts'
import { findPromise } from '#lib/promises.ts'
import { PLAN_TERMS, TEXT_TERM_NAMES, type TextTermName } from './plan-terms.ts'

export type PlanText = 'name' | TextTermName

/** The texts of a plan that members read. */
export const PLAN_TEXTS: readonly PlanText[] = ['name', ...TEXT_TERM_NAMES]

const MAX_NAME_LENGTH = 60
const MAX_TEXT_LENGTH = 2_000

/**
 * Checks one text of a plan. Throws `invalid_plan` (422) with the field for a text that is missing
 * or too long, and `promises_return` (422) with the phrase for one that promises a return.
 */
export function assertPlanText(plan: Record<PlanText, string>, field: PlanText): void {
  const text = plan[field].trim()
  const isName = field === 'name'

  const limit = isName ? MAX_NAME_LENGTH : MAX_TEXT_LENGTH
  const subject = isName ? 'The name' : PLAN_TERMS[field].subject

  if (text === '') throw new DomainError('invalid_plan', 422, `${subject} is missing.`, field)
  if (text.length > limit)
    throw new DomainError(
      'invalid_plan',
      422,
      `${subject} is longer than ${limit.toLocaleString('en-GB')} characters.`,
      field,
    )

  const phrase = findPromise(text)
  if (phrase)
    throw new DomainError(
      'promises_return',
      422,
      `"${phrase}" promises a return, which isn’t allowed. Please state the target and its ` +
        'basis.',
      field,
    )
}
