import { DAY_MS, MINUTE_MS } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'

/** The methods of authentication. */
export type Proof = 'password' | 'code' | 'recovery-code' | 'passkey'
export type SignInOutcome = 'good' | 'wrong-password' | 'wrong-factor'

/** How long an authentication counts as recent. */
export const RECENT_AUTH_MS = 5 * MINUTE_MS
/** The time between the right password and the second factor, and for a passkey to sign. */
export const MFA_CHALLENGE_LIFE_MS = 5 * MINUTE_MS
export const CHALLENGE_LIFE_MS = 5 * MINUTE_MS
export const SIGN_IN_RETENTION_MS = 90 * DAY_MS
/**
 * How long an approved reset of a staff member waits, so that staff can read the mail and object.
 */
export const STAFF_RESET_WAIT_MS = DAY_MS
/** The minimum interval between two resets from the command line of the server. */
export const LET_IN_WAIT_MS = 7 * DAY_MS
/** A staff member who hasn't signed in for this long doesn't count as active. */
export const STAFF_ACTIVITY_WINDOW_MS = 30 * DAY_MS
export const RECOVERY_CODES = 10
export const MAX_PASSKEYS = 10
const PASSKEY_NAME_MAX = 60

/**
 * Thrown after the right password if a second factor is set up, with the MFA challenge that
 * completes the sign-in.
 */
export class SecondFactorNeeded extends DomainError {
  readonly alongside: { mfaChallenge: string; ways: readonly Way[] }

  constructor(mfaChallenge: string, ways: readonly Way[]) {
    super('second_factor_needed', 401, 'One more step: show your second factor.')
    this.alongside = { mfaChallenge, ways }
  }
}

/** The methods of a second factor. */
export type Way = Exclude<Proof, 'password'>

export type Passkey = {
  id: string
  credentialId: string
  publicKey: Buffer
  transports: string[]
  name: string
  backedUp: boolean
  addedAt: Date
  usedAt: Date | null
  copiedAt: Date | null
}

export type Factors = {
  authenticatorSince: Date | null
  passkeys: Passkey[]
  recoveryCodesLeft: number
}
export type OpenSession = {
  id: string
  createdAt: Date
  lastUsedAt: Date
  address: string
  userAgent: string
}
export type SignInTry = { id: string; at: Date; outcome: SignInOutcome; by: Proof } & {
  near: string
  userAgent: string
}

/** The changes of sign-in methods that are mailed and audited. */
export type FactorChange =
  | 'authenticator-added'
  | 'authenticator-removed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'passkey-copied'
  | 'codes-renewed'
  | 'code-used'
  | 'reset'

/**
 * Returns whether a second factor is set up; a passkey that was disabled as a copy still requires
 * another one.
 */
export const hasFactor = ({ authenticatorSince, passkeys }: Factors): boolean =>
  authenticatorSince !== null || passkeys.length > 0

/** Throws `factor_required` (409) if a live staff member would be left without a second factor. */
export function assertMayLose(
  { kind }: { kind: 'member' | 'admin' },
  left: Factors,
  mode: 'sandbox' | 'live',
): void {
  if (kind === 'admin' && mode === 'live' && !hasFactor(left)) throw refusals.lastFactor()
}

/** Returns the normalised name of a passkey. Throws `passkey_name` (400). */
export function parsePasskeyName(text: string): string {
  const name = text.trim()
  if (name === '' || name.length > PASSKEY_NAME_MAX || /\p{Cc}/u.test(name))
    throw refusals.passkeyName()
  return name
}

/** Returns the second factors that are available now, the easiest first. */
export const listFactorMethods = ({
  authenticatorSince,
  passkeys,
  recoveryCodesLeft,
}: Factors): Way[] => [
  ...(passkeys.some(({ copiedAt }) => !copiedAt) ? (['passkey'] as const) : []),
  ...(authenticatorSince ? (['code'] as const) : []),
  ...(recoveryCodesLeft > 0 ? (['recovery-code'] as const) : []),
]

const REASON_MAX = 500

/** Returns the reason for resetting the factors of a person. Throws `reason_needed` (400). */
export function parseRecoveryReason(text: string): string {
  const reason = text.trim()
  if (reason !== '' && reason.length <= REASON_MAX) return reason

  const message =
    'Say how you made sure that it is the member who asks; the member reads it. Up to ' +
    `${REASON_MAX} characters.`
  throw new DomainError('reason_needed', 400, message, 'reason')
}

const RECOVERY_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/**
 * Four groups of six letters: 118 random bits, so that a plain digest cannot be reversed, and typed
 * within a minute.
 */
const RECOVERY_GROUPS = 4
const RECOVERY_GROUP = 6

/** Returns a recovery code of unambiguous letters, such as `abcdef-ghjkmn-pqrstu-vwxyz2`. */
export function generateRecoveryCode(): string {
  const letters: string[] = []
  while (letters.length < RECOVERY_GROUPS * RECOVERY_GROUP) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < RECOVERY_LETTERS.length * 8)
      letters.push(RECOVERY_LETTERS[byte % RECOVERY_LETTERS.length] ?? '')
  }

  return (letters.join('').match(/.{6}/g) ?? []).join('-')
}

/** Returns a recovery code in its canonical form. */
export const normalizeRecoveryCode = (text: string): string =>
  text.toLowerCase().replace(/[^a-z0-9]/g, '')

export const refusals = {
  stepUp: () =>
    new DomainError(
      'step_up_needed',
      403,
      'Please confirm that it is you: this requires an authentication within the last five ' +
        'minutes.',
    ),
  setUpFactor: () =>
    new DomainError(
      'second_factor_required',
      403,
      'Set up a second factor first, on the Security page: with real money every member of ' +
        'staff has one.',
    ),
  invalidMfaChallenge: () =>
    new DomainError(
      'challenge_invalid',
      401,
      'This log-in took longer than five minutes or was finished already. Please log in again.',
    ),
  wrongFactor: (field: string) =>
    new DomainError(
      'factor_wrong',
      422,
      {
        password: 'Your password is not right.',
        code:
          'This code is not right, was used before, or is too old. Wait for the next one and ' +
          'try again.',
        recovery_code: 'This recovery code is not right or was used before.',
        passkey: 'This passkey could not be used. Try again, or choose another method.',
      }[field] ?? 'This is not right.',
      field,
    ),
  passkeyLogIn: () =>
    new DomainError(
      'login_failed',
      401,
      'This passkey is not valid here. Log in with your password, or try another passkey.',
    ),
  nothingToReset: () =>
    new DomainError(
      'factor_missing',
      409,
      'This member has no second factor: there is nothing to reset.',
    ),
  oneProof: () =>
    new DomainError(
      'validation',
      400,
      'Send one of password, code, recovery_code and passkey.',
      'code',
    ),
  authenticatorThere: () =>
    new DomainError(
      'factor_exists',
      409,
      'An authenticator app is set up already. Turn it off before you set up another one.',
    ),
  noAuthenticator: () =>
    new DomainError('factor_missing', 409, 'No authenticator app is set up here. Begin again.'),
  noFactor: () =>
    new DomainError(
      'factor_missing',
      409,
      'Recovery codes replace a lost second factor: set one up first.',
    ),
  lastFactor: () =>
    new DomainError(
      'factor_required',
      409,
      'This is your last second factor, and with real money every member of staff has one. ' +
        'Add another one first.',
    ),
  tooManyPasskeys: () =>
    new DomainError(
      'too_many_passkeys',
      409,
      `You have ${MAX_PASSKEYS} passkeys. Remove one first.`,
    ),
  passkeyAlreadyRegistered: () =>
    new DomainError('passkey_known', 409, 'This passkey is registered already.'),
  passkeyName: () =>
    new DomainError(
      'passkey_name',
      400,
      `Give the passkey a name of one line, at most ${PASSKEY_NAME_MAX} characters.`,
      'name',
    ),
}
