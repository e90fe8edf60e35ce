import { DomainError } from '#lib/errors.ts'
import { MAX_PASSKEYS, PASSKEY_NAME_MAX } from './factor-limits.ts'

/** The errors of second factors and passkeys. */
export const refusals = {
  stepUp: () => new DomainError('step_up_needed', 403, 'Please confirm it’s you to continue.'),
  setUpFactor: () =>
    new DomainError(
      'second_factor_required',
      403,
      'Set up two-factor authentication (2FA) on the Security page first. All staff need it in ' +
        'live mode.',
    ),
  invalidMfaChallenge: () =>
    new DomainError('challenge_invalid', 401, 'Your login has timed out. Please log in again.'),
  wrongFactor: (field: string) =>
    new DomainError(
      'factor_wrong',
      422,
      {
        password: 'Wrong password.',
        code: 'That code is wrong, expired or already used. Wait for a new code and try again.',
        recovery_code: 'That recovery code is wrong or already used.',
        passkey: 'We couldn’t verify this passkey. Try again or choose another method.',
      }[field] ?? 'That isn’t correct.',
      field,
    ),
  passkeyLogIn: () =>
    new DomainError(
      'login_failed',
      401,
      'We don’t recognise this passkey. Log in with your password or try another passkey.',
    ),
  nothingToReset: () =>
    new DomainError(
      'factor_missing',
      409,
      'This member hasn’t set up two-factor authentication (2FA).',
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
      'You already have an authenticator app. Turn it off before you set up another one.',
    ),
  noAuthenticator: () =>
    new DomainError('factor_missing', 409, 'No authenticator app is set up. Start again.'),
  noFactor: () =>
    new DomainError(
      'factor_missing',
      409,
      'Set up two-factor authentication (2FA) before you create recovery codes.',
    ),
  lastFactor: () =>
    new DomainError(
      'factor_required',
      409,
      'All staff need two-factor authentication (2FA) in live mode. Add another method before ' +
        'you remove this one.',
    ),
  tooManyPasskeys: () =>
    new DomainError(
      'too_many_passkeys',
      409,
      `You have the maximum of ${MAX_PASSKEYS} passkeys. Remove one first.`,
    ),
  passkeyAlreadyRegistered: () =>
    new DomainError('passkey_known', 409, 'This passkey is already added.'),
  passkeyName: () =>
    new DomainError(
      'passkey_name',
      400,
      `Enter a name of up to ${PASSKEY_NAME_MAX} characters on one line.`,
      'name',
    ),
}
