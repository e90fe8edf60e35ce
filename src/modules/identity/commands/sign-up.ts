import { isCountry } from '#lib/countries.ts'
import { together } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { phoneNumber } from '#lib/phone.ts'
import { record } from '#modules/audit/acts/record-act.ts'
import { notify } from '#modules/notifications/acts/queue-mail.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'
import { limit, sourceOf } from '#platform/http-limit.ts'
import { hashPassword } from '#platform/passwords.ts'
import { keepConsents } from '../acts/keep-consents.ts'
import { sendCode } from '../acts/send-code.ts'
import { assertPassword, setPassword } from '../acts/set-password.ts'
import {
  consentVersion,
  emailKey,
  failures,
  LIMITS,
  newReferralCode,
  recipientOf,
  type Visitor,
} from '../model.ts'
import { findMemberByEmail, findMemberByReferralCode, getMember } from '../queries.ts'
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
  /** The versions that stood beside the box, as `consentVersion` writes them. */
  consentVersion: string
}

/**
 * Makes an unverified member with their consents and mails a code; or, when someone has the address
 * already, changes nothing and writes to them. Whoever asked can't tell which: same answer, same
 * work.
 */
export async function signUp(app: App, from: Visitor, input: SignUp): Promise<void> {
  const email = emailKey(input.email)
  await limit(app, 'sign-up-from', sourceOf(from.address), LIMITS.signUpFrom)

  const facts = await checkedFacts(app, input)
  await limit(app, 'sign-up', email, LIMITS.signUp)

  const passwordHash = await hashPassword(input.password)
  // counts: the next code waits, whoever asks for it
  await limit(app, 'new-code', email, LIMITS.newCode).catch(() => {})
  await app.db.transaction().execute(async (tx) => {
    const memberId = await insertMember(tx, app, { ...facts, email })
    if (!memberId) return await tellOwner(tx, app, email)

    await setPassword(tx, memberId, passwordHash, app.clock.now())
    await keepConsents(tx, app, memberId)

    const member = await getMember(tx, memberId)
    await sendCode(tx, app, member)
    await record(tx, app.clock.now(), member, 'member.signed-up', memberId)
  })
}

async function checkedFacts(app: App, input: SignUp) {
  const { signUps } = await getSetting(app.db, app.config, 'pauses')
  if (signUps) throw failures.signUpsPaused(signUps.reason)

  const [country, phone, , , code] = await together(
    () => countryOf(app, input),
    () => phoneOf(input),
    () => assertPassword(input.password, 'password', input),
    async () => {
      if (input.consentVersion !== consentVersion(await getSetting(app.db, app.config, 'legal')))
        throw failures.consent()
    },
    () => referralOf(app, input),
  )

  return {
    first_name: input.firstName.trim(),
    last_name: input.lastName.trim(),
    phone_number: phone,
    country,
    referred_by: code,
    campaign: input.campaign?.trim() || null,
  }
}

async function countryOf(app: App, { country }: SignUp) {
  if (!isCountry(country)) throw failures.country()
  const { refused } = await getSetting(app.db, app.config, 'countries')
  if (refused.includes(country)) throw failures.countryRefused()
  return country
}

/**
 * In which country a number is read is known once one was chosen: without, nothing is said against
 * it.
 */
function phoneOf({ phoneNumber: text, country }: SignUp) {
  const phone = isCountry(country) ? phoneNumber(text, country) : ''
  if (phone === null) throw failures.phone()
  return phone
}

async function referralOf(app: App, { referralCode }: SignUp) {
  const code = referralCode?.trim().toUpperCase() || null
  if (code && !(await mayRefer(app, code))) throw failures.referral()
  return code
}

/** Whose address nobody has verified invites nobody. */
async function mayRefer(app: App, code: string): Promise<boolean> {
  const inviter = await findMemberByReferralCode(app.db, code)
  return inviter !== null && inviter.status !== 'unverified'
}

type Facts = Awaited<ReturnType<typeof checkedFacts>> & { email: string }

async function insertMember(tx: Tx, app: App, facts: Facts): Promise<string | undefined> {
  const inserted = await tx
    .withTables<IdentityTables>()
    .insertInto('member')
    .values({
      ...facts,
      id: newId('mem'),
      referral_code: newReferralCode(),
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

async function tellOwner(tx: Tx, app: App, email: string) {
  const owner = await findMemberByEmail(tx, email)
  if (owner)
    await notify(tx, app, recipientOf(owner), 'account-exists', {
      unverified: owner.status === 'unverified',
    })
}
