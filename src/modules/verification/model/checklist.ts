import { addDays, type Day, isDay } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import type { Level } from './levels.ts'

/** The points a reviewer confirms. Each level asks for some of them. */
export const CHECKS = ['name', 'birthDate', 'photo', 'code', 'address', 'funds'] as const
export type Check = (typeof CHECKS)[number]

/** The confirmed points, and until when the identity document is valid. */
export type Checklist = Partial<Record<Check, true>> & { documentValidUntil?: Day }

export const CHECK_LABELS: Record<Check, string> = {
  name: 'The name is the same as on the profile',
  birthDate: 'The date of birth is the same as declared',
  photo: 'The photo shows the person on the document',
  code: 'The photo shows the code',
  address: 'The address is the same as declared, and the document is at most three months old',
  funds: 'The document explains the source of the money',
}

export const LEVEL_CHECKS: Record<Level, readonly Check[]> = {
  basic: ['name', 'birthDate', 'photo', 'code'],
  full: ['name', 'address'],
  source_of_funds: ['name', 'funds'],
}

/** A provider compares the face and checks the document; staff compare what differs. */
const PROVIDER_CHECKS: readonly Check[] = ['name', 'birthDate', 'address', 'funds']

type ReviewedVerification = { level: Level; provider: string }

/** Returns what a reviewer confirms. */
export const listReviewChecks = ({ level, provider }: ReviewedVerification): Check[] =>
  LEVEL_CHECKS[level].filter((check) => provider === 'desk' || PROVIDER_CHECKS.includes(check))

/** The longest time to the re-check date. */
export const MAX_RECHECK_DAYS = 3_653

export type ReviewInput = {
  confirmed: readonly Check[]
  documentValidUntil: Day | null
  recheckOn: Day
}

/**
 * Returns what a reviewer confirmed, as it is stored. Throws `checks_missing` and
 * `invalid_date` (422).
 */
export function parseReview(
  verification: ReviewedVerification,
  input: ReviewInput,
  today: Day,
): Checklist {
  const needed = listReviewChecks(verification)
  if (needed.some((check) => !input.confirmed.includes(check)))
    throw new DomainError(
      'checks_missing',
      422,
      'Please confirm each check, or ask the member to try again.',
      'confirmed',
    )

  const { documentValidUntil, recheckOn } = input
  if (!isDay(recheckOn) || recheckOn <= today || recheckOn > addDays(today, MAX_RECHECK_DAYS))
    throw createDateError(
      'Please enter a re-check date within ten years from tomorrow.',
      'recheckOn',
    )

  const checks = Object.fromEntries(needed.map((check) => [check, true as const]))
  if (verification.level !== 'basic' || verification.provider !== 'desk') return checks

  if (!documentValidUntil || !isDay(documentValidUntil) || documentValidUntil <= today)
    throw createDateError(
      'Please enter until when the identity document is valid. An expired one can’t pass.',
      'documentValidUntil',
    )
  if (recheckOn > documentValidUntil)
    throw createDateError('The re-check date can’t be after the end of the document.', 'recheckOn')

  return { ...checks, documentValidUntil }
}

const createDateError = (message: string, field: string) =>
  new DomainError('invalid_date', 422, message, field)
