import type { ListedParty } from './listed-party.ts'

const SAME_DATE_FACTOR = 1.06
const SAME_YEAR_FACTOR = 1.03
/** By the difference of the years of birth; further apart is `OTHER_YEAR_FACTOR`. */
const NEAR_YEAR_FACTORS = [SAME_YEAR_FACTOR, 0.99, 0.96]
const OTHER_YEAR_FACTOR = 0.82
const OTHER_COUNTRY_FACTOR = 0.98

const YEAR_LETTERS = 4

/**
 * Returns by how much dates of birth and countries raise or lower the score of two names. What one
 * side doesn't give changes nothing.
 */
export function computeCircumstancesFactor(
  { birthDates, countries }: Pick<ListedParty, 'birthDates' | 'countries'>,
  person: { birthDate: string | null; country: string | null },
): number {
  const isOtherCountry =
    person.country !== null && countries.length > 0 && !countries.includes(person.country)
  return (
    computeBirthFactor(birthDates, person.birthDate) * (isOtherCountry ? OTHER_COUNTRY_FACTOR : 1)
  )
}

function computeBirthFactor(listed: readonly string[], birthDate: string | null): number {
  if (!birthDate || listed.length === 0) return 1
  return Math.max(...listed.map((date) => compareBirthDates(date, birthDate)))
}

function compareBirthDates(listed: string, birthDate: string): number {
  if (listed === birthDate && listed.length > YEAR_LETTERS) return SAME_DATE_FACTOR

  const getYear = (date: string) => Number(date.slice(0, YEAR_LETTERS))
  const difference = Math.abs(getYear(listed) - getYear(birthDate))
  return NEAR_YEAR_FACTORS[difference] ?? OTHER_YEAR_FACTOR
}
