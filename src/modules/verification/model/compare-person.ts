import { isPartOfName, isSameName } from './compare-names.ts'
import type { IdentityDetails } from './details.ts'
import type { Level } from './levels.ts'

/** A person as a provider read it from the documents. */
export type FoundPerson = {
  /** The full name in each spelling that was read. */
  names: readonly string[]
  /** The last name in each spelling that was read. */
  lastNames: readonly string[]
  birthDate: string | null
  /** The country of each document: a two-letter code, or as the provider writes it. */
  countries: readonly string[]
}

type PersonField = 'name' | 'birthDate' | 'country'

export const PERSON_FIELD_NAMES: Readonly<Record<PersonField, string>> = {
  name: 'name',
  birthDate: 'date of birth',
  country: 'country of the document',
}

type DeclaredIdentity = { name: string; details: IdentityDetails }

/**
 * Returns which fields of a person differ from the documents. A document of basic has to show a
 * name with a last name, and a date of birth. Its country is that of the nationality or of the
 * address.
 */
export function listDifferences(
  level: Level,
  { name, details }: DeclaredIdentity,
  found: FoundPerson,
): PersonField[] {
  const mustShow = level === 'basic'
  const isName =
    found.names.length > 0 ? found.names.some((one) => isSameName(name, one)) : !mustShow
  const isLastName =
    found.lastNames.length > 0 ? found.lastNames.some((one) => isPartOfName(one, name)) : !mustShow
  const isBirthDate = found.birthDate ? found.birthDate === details.birthDate : !mustShow
  const isCountry = found.countries.every((one) =>
    [details.nationality, details.country].includes(one),
  )

  return [
    ...(isName && isLastName ? [] : (['name'] as const)),
    ...(isBirthDate ? [] : (['birthDate'] as const)),
    ...(isCountry || !mustShow ? [] : (['country'] as const)),
  ]
}
