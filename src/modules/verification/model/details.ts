import { isCountry } from '#lib/countries.ts'
import { type Day, isDay } from '#lib/dates.ts'
import { DomainError, runChecks } from '#lib/errors.ts'

export const MIN_AGE_YEARS = 18

export const DETAIL_LENGTHS = { street: 200, city: 100, postalCode: 20 } as const

/** The details a member declares about themselves. */
export type IdentityDetails = {
  birthDate: Day
  /** Two-letter codes of countries. */
  nationality: string
  country: string
  street: string
  city: string
  /** Empty where a country has none. */
  postalCode: string
}

export type DeclaredDetails = IdentityDetails & { version: number; updatedAt: Date }

/** Returns the date of the birthday that makes a person of age; 1 March for 29 February. */
export function computeAdultDay(birthDate: Day): Day {
  const year = Number(birthDate.slice(0, 4)) + MIN_AGE_YEARS
  const sameDay: string = `${year}${birthDate.slice(4)}`
  return isDay(sameDay) ? sameDay : `${year}-03-01`
}

const createDetailError = (field: string, message: string) =>
  new DomainError('invalid_details', 422, message, field)

function parseBirthDate(text: string, today: Day): Day {
  if (!isDay(text) || text > today)
    throw createDetailError('birthDate', 'Please enter your date of birth, such as 1990-05-31.')
  if (computeAdultDay(text) > today)
    throw new DomainError(
      'under_age',
      422,
      `You have to be at least ${MIN_AGE_YEARS} years old.`,
      'birthDate',
    )

  return text
}

function parseCountryCode(text: string, field: 'nationality' | 'country', what: string): string {
  if (!isCountry(text)) throw createDetailError(field, `Please choose ${what}.`)
  return text
}

const CONTROL = /\p{Cc}/u

function parseLine(text: string, field: keyof typeof DETAIL_LENGTHS, what: string): string {
  const line = text.trim()
  const max = DETAIL_LENGTHS[field]
  if ((line === '' && field !== 'postalCode') || CONTROL.test(line))
    throw createDetailError(field, `Please enter ${what} on one line.`)
  if (line.length > max) throw createDetailError(field, `Please use up to ${max} characters.`)

  return line
}

/**
 * Returns the details as they are stored. Throws `invalid_details` and `under_age` (422), with
 * every field that is wrong.
 */
export async function parseIdentityDetails(
  input: IdentityDetails,
  today: Day,
): Promise<IdentityDetails> {
  const [birthDate, nationality, street, city, postalCode, country] = await runChecks(
    () => parseBirthDate(input.birthDate, today),
    () => parseCountryCode(input.nationality, 'nationality', 'your nationality'),
    () => parseLine(input.street, 'street', 'your street and number'),
    () => parseLine(input.city, 'city', 'your town or city'),
    () => parseLine(input.postalCode, 'postalCode', 'your postal code'),
    () => parseCountryCode(input.country, 'country', 'the country of your address'),
  )

  return { birthDate, nationality, street, city, postalCode, country }
}
