import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { DAY_MS } from '#lib/dates.ts'
import { invariant } from '#lib/invariant.ts'
import type { Role } from '#lib/roles.ts'
import { systemActor } from '#modules/audit/model.ts'
import { findMail } from '#modules/notifications/queries.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { computeCode, computeTimeStep } from '#platform/auth/one-time-code.ts'
import { addPasskey } from './commands/add-passkey.ts'
import { beginAuthenticator } from './commands/begin-authenticator.ts'
import { beginPasskey } from './commands/begin-passkey.ts'
import { changeEmail } from './commands/change-email.ts'
import { confirmAuthenticator } from './commands/confirm-authenticator.ts'
import { createAdmin } from './commands/create-admin.ts'
import { reportCompromise } from './commands/report-compromise.ts'
import { requestEmailChange } from './commands/request-email-change.ts'
import { signUp } from './commands/sign-up.ts'
import { verifyEmail } from './commands/verify-email.ts'
import {
  type Admin,
  buildVisitor,
  formatConsentVersion,
  getCookieName,
  type Member,
  type Person,
  type Visitor,
} from './model.ts'
import { getFactors } from './queries/factors.ts'
import { findMemberByEmail, getMember } from './queries.ts'
import { openSession } from './steps/open-session.ts'
import type { SignUp } from './steps/validate-sign-up.ts'

export const SAMPLE_PASSWORD = 'open-books-2026'

let made = 0

/** Returns a visitor with a network address of their own, so that tests don't share limits. */
export const createTestVisitor = (address = `192.0.2.${(++made % 254) + 1}`): Visitor =>
  buildVisitor(address, 'a test')

/** Returns the input of a sign-up form, with overrides. */
export async function buildSignUpInput(app: App, overrides: Partial<SignUp> = {}): Promise<SignUp> {
  return {
    firstName: 'Member',
    lastName: `Number${++made}`,
    email: `member${made}@example.com`,
    phoneNumber: '+49 30 901820',
    country: 'DE',
    password: SAMPLE_PASSWORD,
    consentVersion: formatConsentVersion(await getSetting(app.db, app.config, 'legal')),
    ...overrides,
  }
}

/** Returns the code of the last mail to an address. */
export async function readMailedCode(app: App, email: string): Promise<number> {
  const mail = await findMail(app.db, email, 'verify-code')
  invariant(mail, `a code was mailed to ${email}`)
  return Number(mail.data.code)
}

/** Returns the token at the end of the link in the last mail of a template to an address. */
export async function readMailedToken(app: App, email: string, template: string): Promise<string> {
  const mail = await findMail(app.db, email, template)
  const token = /[^/?]+(?=\?|$)/.exec(String(mail?.data.link ?? ''))?.[0]
  invariant(token, `a ${template} mail with a link went to ${email}`)
  return token
}

/** The credentials of a request in a test: `authorization: Bearer …` or a cookie. */
export type Credentials = {
  token: string
  sessionId: string
  headers: Record<string, string>
  cookie: string
}

export type AMember = SignUp & { verified?: boolean }

/** Creates a member by commands: signed up, verified by default, and with a session. */
export async function createTestMember(
  app: App,
  { verified = true, ...overrides }: Partial<AMember> = {},
): Promise<Credentials & { member: Member }> {
  const from = createTestVisitor()
  const input = await buildSignUpInput(app, overrides)
  await signUp(app, from, input)

  if (verified) {
    const verifyCode = await readMailedCode(app, input.email.toLowerCase())
    await verifyEmail(app, from, { email: input.email, verifyCode })
  }

  const member = await findMemberByEmail(app.db, input.email)
  invariant(member, 'a sign-up with an unused address makes a member')

  return { member: await getMember(app.db, member.id), ...(await openTestSession(app, member)) }
}

const JOINED_DAYS_AGO = 30

/** Creates a staff member by the command, who joined a month ago, with a session. */
export async function createTestAdmin(
  app: App,
  overrides: Partial<{
    role: Role
    firstName: string
    lastName: string
    email: string
    password: string
  }> = {},
): Promise<Credentials & { admin: Admin }> {
  const joinedAt = () => new Date(app.clock.now().getTime() - JOINED_DAYS_AGO * DAY_MS)
  const earlier = { ...app, clock: { ...app.clock, now: joinedAt } }
  const admin = await createAdmin(earlier, systemActor, {
    role: 'owner',
    firstName: 'Admin',
    lastName: `Number${++made}`,
    email: `admin${made}@example.com`,
    password: SAMPLE_PASSWORD,
    ...overrides,
  })

  return { admin, ...(await openTestSession(app, admin)) }
}

/** Opens another session of the same person. */
export async function openTestSession(app: App, person: Member | Admin): Promise<Credentials> {
  const opened = await app.db
    .transaction()
    .execute((tx) => openSession(tx, person.id, person.kind, createTestVisitor(), app.clock.now()))
  return {
    token: opened.token,
    sessionId: opened.session.id,
    headers: { authorization: `Bearer ${opened.token}` },
    cookie: `${getCookieName(person.kind, app.config.PUBLIC_URL)}=${opened.token}`,
  }
}

/** Returns bytes as browsers encode them. */
const toBase64Url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const hashSha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

type Options = Readonly<Record<string, unknown>>
type Lie = {
  signedBy?: string
  origin?: string
  count?: number
  verified?: boolean
  challenge?: unknown
  owner?: string
}

/**
 * Returns a software passkey: it creates and signs as a browser would, and can be set to send false
 * values.
 */
export function createSoftPasskey({ PUBLIC_URL }: App['config']) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let signed = 0
  let owner = ''
  const buildClientData = (type: string, options: Options, lie: Lie) =>
    JSON.stringify({
      type: `webauthn.${type}`,
      challenge: lie.challenge ?? options.challenge,
      origin: lie.origin ?? new URL(PUBLIC_URL).origin,
      crossOrigin: false,
    })

  const buildAuthenticatorData = (flags: number, count: number, more = Buffer.alloc(0)) => {
    const head = Buffer.alloc(5)
    head.writeUInt8(flags)
    head.writeUInt32BE(count, 1)
    return Buffer.concat([hashSha256(new URL(PUBLIC_URL).hostname), head, more])
  }

  const buildPasskeyResponse = (response: Record<string, string | string[]>) => ({
    id: toBase64Url(id),
    rawId: toBase64Url(id),
    type: 'public-key' as const,
    response,
    clientExtensionResults: {},
  })

  return {
    make(options: Options, lie: Lie = {}) {
      owner = String((options.user as { id: string }).id)

      const key = Buffer.concat([
        Buffer.from(`a5010203${lie.signedBy ?? '26'}2001215820`, 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])

      const attested = buildAuthenticatorData(
        0x45,
        0,
        Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]),
      )

      const whole = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([attested.length]),
        attested,
      ])

      const clientDataJSON = toBase64Url(buildClientData('create', options, lie))
      return buildPasskeyResponse({
        clientDataJSON,
        attestationObject: toBase64Url(whole),
        transports: ['internal'],
      })
    },
    use(options: Options, lie: Lie = {}) {
      signed += 1

      const data = buildClientData('get', options, lie)
      const authenticatorData = buildAuthenticatorData(
        lie.verified === false ? 0x01 : 0x05,
        lie.count ?? signed,
      )
      const signature = sign(
        'sha256',
        Buffer.concat([authenticatorData, hashSha256(data)]),
        privateKey,
      )

      return buildPasskeyResponse({
        clientDataJSON: toBase64Url(data),
        authenticatorData: toBase64Url(authenticatorData),
        signature: toBase64Url(signature),
        userHandle: lie.owner ? toBase64Url(lie.owner) : owner,
      })
    },
  }
}

/**
 * Returns the code of an authenticator app with this secret, the given number of half minutes from
 * now.
 */
export function generateAppCode(app: App, secret: string, steps = 0): string {
  const bits = [...secret]
    .map((letter) =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
    )
    .join('')

  const bytes = (bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2))
  return computeCode(Uint8Array.from(bytes), computeTimeStep(app.clock.now()) + steps)
}

/** Sets up an authenticator app, which uses up the code of the current half minute. */
export async function addTestAuthenticator(app: App, person: Person, sessionId: string) {
  const { secret } = await beginAuthenticator(app, person)
  const codes = await confirmAuthenticator(app, person, {
    code: generateAppCode(app, secret),
    sessionId,
  })
  return { secret, codes: codes ?? [] }
}

/** Adds a passkey of a software device. */
export async function addTestPasskey(app: App, person: Person, sessionId: string, name = 'Laptop') {
  const device = createSoftPasskey(app.config)
  const passkey = device.make({ ...(await beginPasskey(app, person, sessionId)) })
  const codes = await addPasskey(app, person, { name, passkey, sessionId })
  const { passkeys } = await getFactors(app.db, person.id)
  const added = passkeys.find(({ credentialId }) => credentialId === passkey.id)

  invariant(added, 'the passkey was added')

  return { device, codes: codes ?? [], id: added.id }
}

/**
 * Creates a member whose address an attacker changed, and whose old one another person has verified
 * since.
 */
export async function createDisputedMember(app: App) {
  const { member } = await createTestMember(app)
  const thief = `thief.of.${member.id}@example.org`
  await requestEmailChange(app, member, { email: thief, password: SAMPLE_PASSWORD })
  await changeEmail(app, createTestVisitor(), {
    token: await readMailedToken(app, thief, 'confirm-new-email'),
  })
  await createTestMember(app, { email: member.email })
  await reportCompromise(app, createTestVisitor(), {
    token: await readMailedToken(app, member.email, 'email-changed'),
  })

  return { member, thief }
}
