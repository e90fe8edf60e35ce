import type { Day } from '#lib/dates.ts'
import type { IdentityDetails } from './details.ts'
import type { Verification } from './verification.ts'

/** A person as the newest verification that passed states them. */
export type VerifiedPerson = {
  name: string
  birthDate: Day
  nationality: string
  address: Pick<IdentityDetails, 'street' | 'postalCode' | 'city' | 'country'>
  verifiedAt: Date | null
}

/**
 * Returns the person of the newest verification that passed, also one that expired since; null
 * without one, and once its details were erased. The newest verification comes first.
 */
export function findVerifiedPerson(verifications: readonly Verification[]): VerifiedPerson | null {
  const passed = verifications.filter(({ status }) => status === 'passed' || status === 'expired')

  for (const { name, details, decidedAt } of passed)
    if (name !== null && details !== null) {
      const { birthDate, nationality, street, postalCode, city, country } = details
      const address = { street, postalCode, city, country }
      return { name, birthDate, nationality, address, verifiedAt: decidedAt }
    }

  return null
}

/** Returns the facts of a verified person for a file to an authority; none without one. */
export const listPersonFacts = (person: VerifiedPerson | null) =>
  person
    ? [
        { label: 'Verified name', value: person.name },
        { label: 'Date of birth', value: person.birthDate },
        { label: 'Nationality', value: person.nationality },
        { label: 'Home address', value: formatAddress(person.address) },
      ]
    : []

const formatAddress = ({ street, postalCode, city, country }: VerifiedPerson['address']) =>
  [street, `${postalCode} ${city}`.trim(), country].join(', ')
