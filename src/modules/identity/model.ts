import { DAY_MS, type Day, formatLongDay, formatUtcMinute, HOUR_MS, MINUTE_MS } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import type { Role } from '#lib/roles.ts'
import type { Actor } from '#modules/audit/model.ts'

/**
 * A `closed` member is a row without personal data, so that the ledger can still refer to its id.
 */
export const MEMBER_STATUSES = ['unverified', 'active', 'suspended', 'closed'] as const
export type MemberStatus = (typeof MEMBER_STATUSES)[number]

export type Member = Actor & {
  kind: 'member'
  firstName: string
  lastName: string
  email: string
  phoneNumber: string
  country: string
  referralCode: string
  /**
   * The referral code of the referring member, and the claimed campaign; other modules interpret
   * them.
   */
  referredBy: string | null
  campaign: string | null
  status: MemberStatus
  suspendedReason: string | null
  reviewOn: Day | null
  withdrawalsFrozenUntil: Date | null
  createdAt: Date
  /** The business date of the sign-up, which decides on campaigns. */
  signedUpOn: Day
  verifiedAt: Date | null
  lastSignInAt: Date | null
  /** Increases with every change of the profile, so that two tabs don't overwrite each other. */
  profileVersion: number
}

export type Admin = Actor & {
  kind: 'admin'
  firstName: string
  lastName: string
  email: string
  role: Role
  createdAt: Date
  lastSignInAt: Date | null
  /** The start and the reason of the suspension; null while the access is active. */
  suspended: { at: Date; reason: string } | null
}

/** A visitor who isn't signed in, with the source of the call. */
export type Visitor = Actor & {
  kind: 'system'
  address: string
  userAgent: string
  /**
   * The token that the browser received at an earlier sign-in to be recognised by; it grants no
   * access.
   */
  device?: string | undefined
}

/** A person who can sign in. */
export type Person = Member | Admin

export type Session = {
  id: string
  remembered: boolean
  createdAt: Date
  lastUsedAt: Date
  idleUntil: Date
  endsAt: Date
}

/** The person that a call speaks for, and the session. */
export type SessionIdentity =
  | { kind: 'member'; member: Member; session: Session }
  | { kind: 'admin'; admin: Admin; session: Session }

/** The idle timeout and the maximum duration of a session. */
export const SESSION_SPANS = {
  member: { idleMs: 30 * MINUTE_MS, longestMs: 30 * DAY_MS },
  remembered: { idleMs: 7 * DAY_MS, longestMs: 30 * DAY_MS },
  admin: { idleMs: 15 * MINUTE_MS, longestMs: 8 * HOUR_MS },
} as const

/** How long the previous token is still accepted after a renewal, for calls already under way. */
export const TOKEN_BEFORE_MS = 10_000

/**
 * The maximum of open sessions per person; a further one ends the one that has been unused for
 * longest.
 */
export const MAX_SESSIONS = 20

/**
 * The shortest interval between updates of a session in use. It can end this much before its idle
 * timeout, never after it.
 */
export const SESSION_WRITE_MS = MINUTE_MS

export const CODE_LIFE_MS = 10 * MINUTE_MS
export const LINK_LIFE_MS = DAY_MS
export const CODE_TRIES = 5
export const CODE_RESEND_MS = 30_000
export const RESET_LIFE_MS = 30 * MINUTE_MS
/** How long the link of a staff invitation is valid. */
export const INVITATION_LIFE_MS = 3 * DAY_MS
export const RESET_FREEZE_MS = DAY_MS
/** Marks a freeze until the member resets the password. */
export const UNTIL_RESET = new Date('9999-01-01T00:00:00Z')
export const EMAIL_CHANGE_LIFE_MS = 30 * MINUTE_MS
/** How long the link of a compromise report is valid after its mail. */
export const COMPROMISE_LINK_LIFE_MS = 3 * DAY_MS
/** Changes made this long before a mail was written count as part of the same compromise. */
export const COMPROMISE_WINDOW_MS = MINUTE_MS

export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 128
export const NAME_MAX = 80
export const EMAIL_MAX = 254

export type LegalVersions = { terms: string; riskDisclosure: string }

/** Returns both versions as one text, as the sign-up form sends it back. */
export const formatConsentVersion = ({ terms, riskDisclosure }: LegalVersions): string =>
  terms === riskDisclosure ? terms : `${terms}/${riskDisclosure}`

/** Returns the statements that a new member agrees to, as displayed beside the checkboxes. */
export const buildConsentStatements = ({ terms, riskDisclosure }: LegalVersions) => [
  {
    document: 'terms' as const,
    version: terms,
    path: '/legal/terms',
    statement: `I have read and accept the Terms of Use, version ${terms}.`,
  },
  {
    document: 'risk-disclosure' as const,
    version: riskDisclosure,
    path: '/legal/risk-disclosure',
    statement:
      `I have read the Risk Disclosure, version ${riskDisclosure}. I understand that I can ` +
      'lose money and that no return is promised.',
  },
]

/**
 * The number of attempts before a 429, for one account or one network address; each refills over
 * its window.
 */
export const LIMITS = {
  logIn: { max: 5, windowMs: 15 * MINUTE_MS },
  logInFrom: { max: 100, windowMs: 15 * MINUTE_MS },
  signUp: { max: 5, windowMs: HOUR_MS },
  signUpFrom: { max: 60, windowMs: HOUR_MS },
  newCode: { max: 1, windowMs: CODE_RESEND_MS },
  newCodeFrom: { max: 60, windowMs: HOUR_MS },
  verify: { max: 15, windowMs: HOUR_MS },
  verifyFrom: { max: 100, windowMs: HOUR_MS },
  reset: { max: 3, windowMs: 15 * MINUTE_MS },
  resetFrom: { max: 60, windowMs: HOUR_MS },
  useReset: { max: 30, windowMs: HOUR_MS },
  changePassword: { max: 5, windowMs: 15 * MINUTE_MS },
  secondFactor: { max: 5, windowMs: 15 * MINUTE_MS },
  passkeyFrom: { max: 100, windowMs: 15 * MINUTE_MS },
  ownPassword: { max: 5, windowMs: 15 * MINUTE_MS },
  emailChange: { max: 5, windowMs: HOUR_MS },
  passwordCheck: { max: 120, windowMs: 10 * MINUTE_MS },
  compromiseReport: { max: 30, windowMs: HOUR_MS },
} as const

export const REFERRAL_CODE = /^[A-Z0-9]{8}$/
const CODE_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const UNBIASED = 252 // the largest multiple of 36 that a byte can hold

/** Returns a referral code: eight characters of A–Z and 0–9, uniformly distributed. */
export function generateReferralCode(): string {
  let code = ''
  while (code.length < 8) {
    const [byte = UNBIASED] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < UNBIASED) code += CODE_LETTERS[byte % CODE_LETTERS.length]
  }
  return code
}

/** Returns an address in lower case without outer spaces. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase()

/**
 * Returns the mailbox that an address delivers to, as far as this is known: the part after a plus
 * is dropped.
 */
export const normalizeMailbox = (email: string): string =>
  normalizeEmail(email).replace(/\+[^@]*(?=@)/, '')

export const buildVisitor = (address: string, userAgent: string, device?: string): Visitor => ({
  kind: 'system',
  id: 'visitor',
  label: 'Visitor',
  address,
  userAgent: userAgent.slice(0, 400),
  ...(device && { device }),
})

/**
 * Returns the name of the session cookie; a browser may hold one of each kind. Over HTTPS the
 * prefix binds the cookie to this host.
 */
export const getCookieName = (kind: 'member' | 'admin' | 'device', publicUrl: string): string =>
  `${publicUrl.startsWith('https:') ? '__Host-' : ''}candor_${kind}`

/** Returns the recipient of a mail to a person. */
export const toRecipient = (person: Person) => ({
  ...(person.kind === 'member' ? { memberId: person.id } : {}),
  to: person.email,
  name: person.firstName,
})

/** Returns the expiry of a session that is used at this instant. */
export function computeSessionExpiry(span: keyof typeof SESSION_SPANS, createdAt: Date, now: Date) {
  const { idleMs, longestMs } = SESSION_SPANS[span]
  const endsAt = new Date(createdAt.getTime() + longestMs)
  const idleUntil = new Date(Math.min(now.getTime() + idleMs, endsAt.getTime()))
  return { idleUntil, endsAt }
}

/**
 * Throws `suspended`, `unverified` or `closed` (403) unless the member is active. Required before
 * commands that move money.
 */
export function assertActive(member: Member): void {
  if (member.status === 'active') return
  if (member.status === 'closed') throw new DomainError('closed', 403, 'This account is closed.')
  if (member.status === 'unverified')
    throw new DomainError('unverified', 403, 'Verify your e-mail address first.')

  throw new DomainError(
    'suspended',
    403,
    `Your account is suspended: ${member.suspendedReason} It will be reviewed on ` +
      `${formatLongDay(member.reviewOn ?? '')}.`,
  )
}

/**
 * Throws `withdrawals_frozen` (409) while the member's withdrawals are frozen, such as for 24 hours
 * after a change of sign-in methods; otherwise as `assertActive`.
 */
export function assertMayWithdraw(member: Member, now: Date): void {
  assertActive(member)

  const until = member.withdrawalsFrozenUntil
  if (!until || now >= until) return

  const why =
    until >= UNTIL_RESET
      ? 'until you set a new password, because you reported that a change was not yours'
      : `until ${formatUtcMinute(until)} because of a change to how you sign in`

  throw new DomainError(
    'withdrawals_frozen',
    409,
    `Withdrawals are paused ${why}. Your balance is untouched.`,
  )
}

/** The part of a staff member that a command needs for its checks and its audit event. */
export type Staff = Pick<Admin, 'kind' | 'id' | 'label' | 'role'>

export const failures = {
  staffSuspended: () =>
    new DomainError(
      'staff_suspended',
      403,
      'Your access to the back office is suspended. An owner can say why, and lift it.',
    ),
  login: () =>
    new DomainError('login_failed', 401, 'The e-mail address or the password is not right.'),
  unverified: () =>
    new DomainError(
      'unverified',
      403,
      'Your e-mail address is not verified yet. We have sent a code to it: enter it to continue.',
      'email',
    ),
  code: () =>
    new DomainError(
      'code_invalid',
      422,
      'This code is not right or no longer valid. A code works for ten minutes and five ' +
        'tries: check it, or ask for a new one.',
      'verifyCode',
    ),
  link: () =>
    new DomainError(
      'link_invalid',
      422,
      'This link was used before or is no longer valid. Ask for a new one.',
    ),
  commonPassword: (field: string) =>
    new DomainError(
      'password_common',
      400,
      'Many people use this password, or it is close to your own name or address. Choose ' +
        'another, such as four unrelated words.',
      field,
    ),
  passwordLength: (field: string) =>
    new DomainError(
      'password_length',
      400,
      `A password has ${PASSWORD_MIN} to ${PASSWORD_MAX} characters.`,
      field,
    ),
  wrongPassword: (field = 'current_password') =>
    new DomainError('password_wrong', 422, 'Your current password is not right.', field),
  phone: (field = 'phoneNumber') =>
    new DomainError(
      'phone_invalid',
      400,
      'Enter a valid phone number, with its country code if it is not from your country.',
      field,
    ),
  country: () => new DomainError('country_unknown', 400, 'Choose your country.', 'country'),
  countryBlocked: () =>
    new DomainError(
      'country_refused',
      422,
      'We can’t take members who live in this country. Nothing that you entered was stored.',
      'country',
    ),
  changedElsewhere: () =>
    new DomainError(
      'changed_elsewhere',
      409,
      'Your profile was changed somewhere else since you opened it. Nothing was saved: check ' +
        'the current values and try again.',
    ),
  sameEmail: () =>
    new DomainError('email_same', 400, 'This is your e-mail address already.', 'email'),
  consentNeeded: () =>
    new DomainError(
      'consent_needed',
      403,
      'Our terms or the risk disclosure have changed. Please read and accept them first; ' +
        'you can read everything and withdraw without.',
    ),
  referral: () =>
    new DomainError(
      'referral_unknown',
      400,
      'No member has this referral code. Check it, or leave the field empty.',
      'referralCode',
    ),
  signUpsPaused: (reason: string) =>
    new DomainError('sign_ups_paused', 403, `Sign-ups are paused at the moment: ${reason}`),
  consent: () =>
    new DomainError(
      'consent_outdated',
      400,
      'The terms have changed since you opened this page. Load it again and read the ' +
        'present version.',
      'consentVersion',
    ),
}
