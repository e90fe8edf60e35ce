import { DomainError } from '#lib/errors.ts'
import { MAX_PASSKEYS, PASSKEY_NAME_MAX } from './factor-limits.ts'

/** The errors of second factors and passkeys. */
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
