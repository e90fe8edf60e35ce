import { isCountry } from '#lib/countries.ts'
import { runChecks } from '#lib/errors.ts'
import { createId } from '#lib/ids.ts'
import { parsePhoneNumber } from '#lib/phone.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { hashPassword } from '#platform/auth/passwords.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { limit, toCallSource } from '#platform/http/limit.ts'
import { parseField } from '#platform/http/parse-field.ts'
import { buildNameField, email, password, phoneNumber } from '../contract/fields.ts'
import {
  failures,
  formatConsentVersion,
  generateReferralCode,
  LIMITS,
  normalizeEmail,
  toRecipient,
  type Visitor,
} from '../model.ts'
import { findMemberByEmail, findMemberByReferralCode, getMember } from '../queries.ts'
import { sendCode } from '../steps/send-code.ts'
import { assertPassword, setPassword } from '../steps/set-password.ts'
import { storeConsents } from '../steps/store-consents.ts'
import type { IdentityTables } from '../tables.ts'

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

/**
 * Creates an unverified member with their consents and mails a code. If the address exists, changes
 * nothing and mails its owner; response and work are the same, so that the caller cannot
 * distinguish the two.
 */
export async function signUp(app: App, from: Visitor, input: SignUp): Promise<void> {
  await limit(app, 'sign-up-from', toCallSource(from.address), LIMITS.signUpFrom)

  const facts = await validateSignUpInput(app, input)
  await limit(app, 'sign-up', facts.email, LIMITS.signUp)

  const passwordHash = await hashPassword(input.password)
  // counts towards the limit of new codes
  await limit(app, 'new-code', facts.email, LIMITS.newCode).catch(() => {})
  await runInTransaction(app.db, async (tx) => {
    const memberId = await insertMember(tx, app, facts)
    if (!memberId) return await notifyOwner(tx, app, facts.email)

    await setPassword(tx, memberId, passwordHash, app.clock.now())
    await storeConsents(tx, app, memberId, null)

    const member = await getMember(tx, memberId)
    await sendCode(tx, app, member)
    await record(tx, app.clock.now(), member, 'member.signed-up', memberId)
  })
}

/** Returns the checked fields. Throws one error with everything that is wrong, in their order. */
async function validateSignUpInput(app: App, input: SignUp) {
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

type Facts = Awaited<ReturnType<typeof validateSignUpInput>>

async function insertMember(tx: Tx, app: App, facts: Facts): Promise<string | undefined> {
  const inserted = await tx
    .withTables<IdentityTables>()
    .insertInto('member')
    .values({
      ...facts,
      id: createId('mem'),
      referral_code: generateReferralCode(),
      status: 'unverified',
      suspended_reason: null,
      review_on: null,
      withdrawals_frozen_until: null,
      created_at: app.clock.now(),
      signed_up_on: app.clock.today(),
      verified_at: null,
      last_sign_in_at: null,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()

  return inserted?.id
}

async function notifyOwner(tx: Tx, app: App, email: string) {
  const owner = await findMemberByEmail(tx, email)
  if (owner)
    await notify(tx, app, toRecipient(owner), 'account-exists', {
      unverified: owner.status === 'unverified',
    })
}
