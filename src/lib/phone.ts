import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'

/**
 * Returns a valid phone number as E.164 (`+4915112345678`), read as one of `country` unless it
 * begins with +; null when invalid.
 */
export function parsePhoneNumber(text: string, country: string): string | null {
  const home: CountryCode | undefined = isSupportedCountry(country) ? country : undefined
  const parsed = parsePhoneNumberFromString(
    text,
    home ? { defaultCountry: home, extract: false } : { extract: false },
  )
  return parsed?.isValid() && !parsed.ext ? parsed.number : null
}
