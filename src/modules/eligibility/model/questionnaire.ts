import { HOUR_MS } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import type { Questionnaire } from './rules.ts'

/** The answers of an attempt: the id of the option, by the id of the question. */
export type Answers = Readonly<Record<string, string>>

export type AttemptResult = {
  right: number
  of: number
  passed: boolean
  /** The last day that a passed attempt counts. */
  validUntil: string | null
  /** From when a failed attempt can be repeated. */
  retakeAt: string | null
}

/** Returns the day some months later; in a shorter month its last day. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const index = year * 12 + month - 1 + months
  const [newYear, newMonth] = [Math.floor(index / 12), index % 12]
  const last = new Date(Date.UTC(newYear, newMonth + 1, 0)).getUTCDate()
  return new Date(Date.UTC(newYear, newMonth, Math.min(date, last))).toISOString().slice(0, 10)
}

/**
 * Returns the result of an attempt. Throws `answer_missing` (400) for a question without an answer
 * or with one that isn't among its options.
 */
export function judgeAnswers(
  { questions, minRight, retakeWaitHours, validMonths }: Questionnaire,
  answers: Answers,
  { now, today }: { now: Date; today: string },
): AttemptResult {
  const open = questions.filter(
    ({ id, options }) => !options.some((option) => option.id === answers[id]),
  )
  const problems = open.map(({ id }) => ({
    field: `answers.${id}`,
    message: 'Please choose an answer.',
  }))
  if (problems.length > 0)
    throw new DomainError(
      'answer_missing',
      400,
      'Please answer every question.',
      undefined,
      problems,
    )

  const right = questions.filter(({ id, right: option }) => answers[id] === option).length
  const passed = right >= minRight

  return {
    right,
    of: questions.length,
    passed,
    validUntil: passed ? addMonths(today, validMonths) : null,
    retakeAt: passed ? null : new Date(now.getTime() + retakeWaitHours * HOUR_MS).toISOString(),
  }
}
