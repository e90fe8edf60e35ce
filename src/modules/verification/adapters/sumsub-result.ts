import { findCountryByAlpha3 } from '#lib/countries.ts'
import type { Level } from '../model.ts'
import type { CheckState, IdentityCheck } from './identity-provider.ts'
import type { Applicant } from './sumsub-answers.ts'
import type { SumsubOptions } from './sumsub-requests.ts'

const MAX_COMMENT = 1_000

export const getLevelName = ({ levels }: SumsubOptions, level: Level): string => levels[level] ?? ''

/** Reads the review; one of another level than the requested one decides nothing. */
export function toCheckState(
  options: SumsubOptions,
  check: IdentityCheck,
  found: Applicant | null,
): CheckState {
  const review = found?.review
  const facts = {
    memberReason: null,
    staffNote: null,
    reference: found?.id ?? null,
    found: readPerson(found?.info),
  }
  if (!review || (review.reviewStatus ?? 'init') === 'init') return { ...facts, state: 'waiting' }
  if (review.reviewStatus !== 'completed') return { ...facts, state: 'in_review' }

  const levelName = getLevelName(options, check.level)
  if (review.levelName !== levelName) {
    const decided = review.levelName ?? 'without a name'
    return {
      ...facts,
      state: 'in_review',
      staffNote: `Sumsub decided the level ${decided}, not ${levelName}.`,
    }
  }

  return { ...facts, ...readResult(review.reviewResult) }
}

/** Reads what Sumsub read from the documents; nothing of what the member stated. */
function readPerson(read: Applicant['info']): CheckState['found'] {
  const names = [
    [read?.firstName, read?.middleName, read?.lastName],
    [read?.firstNameEn, read?.middleNameEn, read?.lastNameEn],
  ].map((parts) => parts.filter(Boolean).join(' '))
  const lastNames = [read?.lastName, read?.lastNameEn].flatMap((name) => name?.trim() || [])
  const countries = (read?.idDocs ?? []).flatMap(({ country }) =>
    country ? [findCountryByAlpha3(country) ?? country] : [],
  )

  return {
    names: [...new Set(names)].filter((name) => name !== ''),
    lastNames: [...new Set(lastNames)],
    birthDate: read?.dob ?? null,
    countries: [...new Set(countries)],
  }
}

function readResult(
  result: NonNullable<Applicant['review']>['reviewResult'],
): Pick<CheckState, 'state' | 'memberReason' | 'staffNote'> {
  const comment = result?.moderationComment?.trim().slice(0, MAX_COMMENT) || null
  const labels = result?.rejectLabels?.join(', ').slice(0, MAX_COMMENT)
  const staffNote = [comment, labels].filter(Boolean).join(' · ') || 'Sumsub gives no reason.'

  if (result?.reviewAnswer === 'GREEN')
    return { state: 'passed', memberReason: null, staffNote: null }
  if (result?.reviewAnswer !== 'RED') return { state: 'in_review', memberReason: null, staffNote }
  if (result.reviewRejectType === 'RETRY')
    return { state: 'try_again', memberReason: comment, staffNote }

  return { state: 'refused', memberReason: null, staffNote }
}
