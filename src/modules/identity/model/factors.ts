import { DomainError } from '#lib/errors.ts'
import { PASSKEY_NAME_MAX } from './factor-limits.ts'
import { refusals } from './factor-refusals.ts'

/** The methods of authentication. */
export type Proof = 'password' | 'code' | 'recovery-code' | 'passkey'

export type SignInOutcome = 'good' | 'wrong-password' | 'wrong-factor'

/**
 * Thrown after the right password if a second factor is set up, with the MFA challenge that
 * completes the sign-in.
 */
export class SecondFactorNeeded extends DomainError {
  readonly alongside: { mfaChallenge: string; ways: readonly Way[] }

  constructor(mfaChallenge: string, ways: readonly Way[]) {
    super('second_factor_needed', 401, 'Enter your 2FA code.')
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
