import { type Day, isDay } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import type { Period } from './results.ts'

const createInvalidPeriodError = (message: string, field: string) =>
  new DomainError('invalid_period', 400, message, field)

/** Returns the first day of a period. Throws `invalid_period` (400) with the field. */
export function parsePeriodStart({ periodFrom }: Period): Day {
  if (isDay(periodFrom)) return periodFrom
  throw createInvalidPeriodError('Please enter the first day of the period.', 'period_from')
}

/**
 * Its last day, not before the first and over by today. Throws `invalid_period` (400) with the
 * field.
 */
export function parsePeriodEnd({ periodFrom, periodTo }: Period, today: Day): Day {
  if (!isDay(periodTo))
    throw createInvalidPeriodError('Please enter the last day of the period.', 'period_to')
  if (isDay(periodFrom) && periodFrom > periodTo)
    throw createInvalidPeriodError('The end of the period is before its start.', 'period_to')
  if (periodTo > today)
    throw createInvalidPeriodError("The period can't end in the future.", 'period_to')
  return periodTo
}

const RESULT_TEXT_LIMIT = 500

/**
 * Parses the source of an income or the cause of a loss. Throws `source_needed` or `cause_needed`
 * (400).
 */
export function parseResultText(text: string, field: 'source' | 'cause'): string {
  const trimmedText = text.trim()
  if (trimmedText !== '' && trimmedText.length <= RESULT_TEXT_LIMIT) return trimmedText
  const what = field === 'source' ? 'where this income came from' : 'what caused this loss'
  const hint = `Please enter ${what}. Members will see it. Up to ${RESULT_TEXT_LIMIT} characters.`
  throw new DomainError(`${field}_needed`, 400, hint, field)
}
