import { invariant } from '#lib/invariant.ts'
import type { Role } from '#lib/roles.ts'
import { systemActor } from '#modules/audit/model.ts'
import { findMail } from '#modules/notifications/queries.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { openSession } from './acts/open-session.ts'
import { createAdmin } from './commands/create-admin.ts'
import { type SignUp, signUp } from './commands/sign-up.ts'
import { verifyEmail } from './commands/verify-email.ts'
import { type Admin, consentVersion, cookieName, type Member, type Visitor, visitor } from './model.ts'
import { findMemberByEmail, getMember } from './queries.ts'

export const SAMPLE_PASSWORD = 'open-books-2026'

let made = 0

/** A visitor from an address of their own, so that one test's tries don't use up another's. */
export const aVisitor = (address = `192.0.2.${++made}`): Visitor => visitor(address, 'a test')

/** What a sign-up form sends, with whatever is given in its place. */
export async function aSignUp(app: App, given: Partial<SignUp> = {}): Promise<SignUp> {
  return {
    firstName: 'Member',
    lastName: `Number${++made}`,
    email: `member${made}@example.com`,
    phoneNumber: '+49 30 901820',
    country: 'DE',
    password: SAMPLE_PASSWORD,
    consentVersion: consentVersion(await getSetting(app.db, app.config, 'legal')),
    ...given,
  }
}

/** The code of the last mail to an address. */
export async function mailedCode(app: App, email: string): Promise<number> {
  const mail = await findMail(app.db, email, 'verify-code')
  invariant(mail, `a code was mailed to ${email}`)
  return Number(mail.data.code)
}

/** The token at the end of the link in the last mail of a template to an address. */
export async function mailedToken(app: App, email: string, template: string): Promise<string> {
  const mail = await findMail(app.db, email, template)
  const token = String(mail?.data.link ?? '')
    .split('/')
    .at(-1)
  invariant(token, `a ${template} mail with a link went to ${email}`)
  return token
}

/** Someone signed in, as a test sends it: `authorization: Bearer …` or a cookie. */
export type Credentials = {
  token: string
  sessionId: string
  headers: Record<string, string>
  cookie: string
}

export type AMember = SignUp & { verified?: boolean }

/** A member made by the commands: signed up, verified unless told otherwise, and with a session. */
export async function aMember(
  app: App,
  { verified = true, ...given }: Partial<AMember> = {},
): Promise<Credentials & { member: Member }> {
  const from = aVisitor()
  const input = await aSignUp(app, given)
  await signUp(app, from, input)
  if (verified) {
    const verifyCode = await mailedCode(app, input.email.toLowerCase())
    await verifyEmail(app, from, { email: input.email, verifyCode })
  }
  const member = await findMemberByEmail(app.db, input.email)
  invariant(member, 'a sign-up with an unused address makes a member')
  return { member: await getMember(app.db, member.id), ...(await signIn(app, member)) }
}

/** A member of staff made by the command, with a session. */
export async function anAdmin(
  app: App,
  given: Partial<{ role: Role; firstName: string; lastName: string; email: string; password: string }> = {},
): Promise<Credentials & { admin: Admin }> {
  const admin = await createAdmin(app, systemActor, {
    role: 'owner',
    firstName: 'Admin',
    lastName: `Number${++made}`,
    email: `admin${made}@example.com`,
    password: SAMPLE_PASSWORD,
    ...given,
  })
  return { admin, ...(await signIn(app, admin)) }
}

/** Another session of the same person. */
export async function signIn(app: App, person: Member | Admin): Promise<Credentials> {
  const opened = await app.db
    .transaction()
    .execute((tx) => openSession(tx, person.id, person.kind, aVisitor(), app.clock.now()))
  return {
    token: opened.token,
    sessionId: opened.session.id,
    headers: { authorization: `Bearer ${opened.token}` },
    cookie: `${cookieName(person.kind, app.config.PUBLIC_URL)}=${opened.token}`,
  }
}
