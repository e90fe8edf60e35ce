import { sql } from 'kysely'
import { invariant } from '#lib/invariant.ts'
import type { Role } from '#lib/roles.ts'
import { systemActor } from '#modules/audit/model.ts'
import { createSimulatedPrices } from '#modules/market/adapters/simulated-prices.ts'
import { findMail } from '#modules/notifications/queries.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { createFixedClock } from '#platform/clock.ts'
import type { Db } from '#platform/db/db.ts'
import { createAdmin } from './commands/create-admin.ts'
import { signUp } from './commands/sign-up.ts'
import { verifyEmail } from './commands/verify-email.ts'
import { type Admin, buildVisitor, formatConsentVersion, type Member } from './model.ts'
import { findAdminByEmail, findMemberByEmail } from './queries.ts'
import type { SignUp } from './steps/validate-sign-up.ts'

const PASSWORD = 'open-books-2026'
const from = buildVisitor('127.0.0.1', 'sample people')

type Person = Pick<SignUp, 'firstName' | 'lastName' | 'email' | 'phoneNumber' | 'country'> & {
  at: string
  /** The campaign link of the sign-up. */
  campaign?: string
}

const MAYA = {
  at: '2026-02-03T09:12:00Z',
  firstName: 'Maya',
  lastName: 'Lindqvist',
  email: 'maya@example.com',
  phoneNumber: '+46 8 5555 0123',
  country: 'SE',
}
const AMARA = {
  at: '2026-02-20T10:45:00Z',
  firstName: 'Amara',
  lastName: 'Mensah',
  email: 'amara@example.com',
  phoneNumber: '+233 24 123 4567',
  country: 'GH',
  campaign: 'spring-start',
}
const TOMAS = {
  at: '2026-11-16T17:40:00Z',
  firstName: 'Tomas',
  lastName: 'Vrba',
  email: 'tomas@example.com',
  phoneNumber: '+420 601 123 456',
  country: 'CZ',
}
const ADAEZE = {
  at: '2026-11-19T06:25:00Z',
  firstName: 'Adaeze',
  lastName: 'Nwosu',
  email: 'adaeze@example.com',
  phoneNumber: '+234 803 123 4567',
  country: 'NG',
}
const RUTH = { firstName: 'Ruth', lastName: 'Tanaka', email: 'ruth@example.com' }
const INES = { firstName: 'Ines', lastName: 'Carvalho', email: 'ines@example.com' }

/**
 * Returns the same app at an instant of the sample data: its commands use that date and its prices.
 */
export function createAppAtInstant(app: App, instant: string): App {
  const clock = createFixedClock(instant)
  return { ...app, clock, prices: createSimulatedPrices(clock) }
}

/** Returns whether a database has no people yet, or has the first of the sample people. */
export async function isEmptyOrSample(db: Db): Promise<boolean> {
  if (await findAdminByEmail(db, RUTH.email)) return true

  const { rows } = await sql<{ people: boolean }>`
    select exists (select from staff) or exists (select from member) as people`.execute(db)
  return rows[0]?.people === false
}

/** Creates the sandbox's sample people by commands at their dates; existing ones stay unchanged. */
export async function seedPeople(app: App) {
  const ruth = await ensureAdmin(createAppAtInstant(app, '2026-01-05T08:00:00Z'), 'owner', RUTH)
  const ines = await ensureAdmin(createAppAtInstant(app, '2026-01-05T08:30:00Z'), 'finance', INES)
  const maya = await ensureMember(app, MAYA, true)
  const amara = await ensureMember(app, AMARA, true, maya.referralCode)
  const tomas = await ensureMember(app, TOMAS, true, maya.referralCode)
  const adaeze = await ensureMember(app, ADAEZE, false)

  return { ruth, ines, maya, amara, tomas, adaeze }
}

async function ensureAdmin(app: App, role: Role, person: typeof RUTH): Promise<Admin> {
  const known = await findAdminByEmail(app.db, person.email)
  return known ?? (await createAdmin(app, systemActor, { ...person, role, password: PASSWORD }))
}

async function ensureMember(
  real: App,
  { at: instant, ...person }: Person,
  verified: boolean,
  referralCode?: string,
): Promise<Member> {
  const app = createAppAtInstant(real, instant)
  const known = await findMemberByEmail(app.db, person.email)

  if (!known) {
    const version = formatConsentVersion(await getSetting(app.db, app.config, 'legal'))
    await signUp(app, from, {
      ...person,
      password: PASSWORD,
      referralCode,
      consentVersion: version,
    })
  }

  if (verified && known?.status !== 'active') {
    const code = await findMail(app.db, person.email, 'verify-code')
    await verifyEmail(app, from, { email: person.email, verifyCode: Number(code?.data.code) })
  }

  const made = await findMemberByEmail(app.db, person.email)
  invariant(made, 'a sign-up with an unused address makes a member')

  return made
}
