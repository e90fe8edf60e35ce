import { isCountry } from '#lib/countries.ts'
import { runChecks } from '#lib/errors.ts'
import { parsePhoneNumber } from '#lib/phone.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { parseField } from '#platform/http/parse-field.ts'
import { buildNameField, email, password, phoneNumber } from '../contract/fields.ts'
import { failures, formatConsentVersion, normalizeEmail } from '../model.ts'
import { findMemberByReferralCode } from '../queries.ts'
import { assertPassword } from './set-password.ts'

export type SignUp = {
  firstName: string
  lastName: string
  email: string
  phoneNumber: string
  country: string
  password: string
  referralCode?: string | undefined
  campaign?: string | undefined
  /** The versions displayed beside the checkbox, in the format of `formatConsentVersion`. */
  consentVersion: string
}

/** Returns the checked fields. Throws one error with everything that is wrong, in their order. */
export async function validateSignUpInput(app: App, input: SignUp) {
  const { signUps } = await getSetting(app.db, app.config, 'pauses')
  if (signUps) throw failures.signUpsPaused(signUps.reason)

  const [firstName, lastName, address, country, phone, , code] = await runChecks(
    () => parseField(buildNameField('first name'), input.firstName, 'firstName'),
    () => parseField(buildNameField('last name'), input.lastName, 'lastName'),
    () => parseField(email, input.email, 'email'),
    () => validateCountry(app, input),
    () => parsePhone(input),
    () => validatePassword(input),
    () => validateReferralCode(app, input),
    () => validateConsent(app, input),
  )

  return {
    first_name: firstName,
    last_name: lastName,
    email: normalizeEmail(address),
    phone_number: phone,
    country,
    referred_by: code,
    campaign: input.campaign?.trim() || null,
  }
}

const normalizeCountry = ({ country }: SignUp) => country.trim().toUpperCase()

async function validateCountry(app: App, input: SignUp) {
  const country = normalizeCountry(input)
  if (!isCountry(country)) throw failures.country()
  const { blocked: refused } = await getSetting(app.db, app.config, 'countries')
  if (refused.includes(country)) throw failures.countryBlocked()
  return country
}

/**
 * Parses a phone number in the format of the chosen country; without a country it is not checked.
 */
function parsePhone(input: SignUp) {
  const text = parseField(phoneNumber, input.phoneNumber, 'phoneNumber')
  const country = normalizeCountry(input)
  const phone = isCountry(country) ? parsePhoneNumber(text, country) : ''
  if (phone === null) throw failures.phone()
  return phone
}

function validatePassword(input: SignUp) {
  assertPassword(parseField(password, input.password, 'password'), 'password', input)
}

async function validateConsent(app: App, { consentVersion }: SignUp) {
  if (!consentVersion) throw failures.noConsent()

  const legal = await getSetting(app.db, app.config, 'legal')
  if (consentVersion !== formatConsentVersion(legal)) throw failures.consent()
}

async function validateReferralCode(app: App, { referralCode }: SignUp) {
  const code = referralCode?.trim().toUpperCase() || null
  if (code && !(await mayRefer(app, code))) throw failures.referral()
  return code
}

/** Returns whether a referral code belongs to a member with a verified address. */
async function mayRefer(app: App, code: string): Promise<boolean> {
  const inviter = await findMemberByReferralCode(app.db, code)
  return inviter !== null && inviter.status !== 'unverified'
}
