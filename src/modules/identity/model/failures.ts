import { DomainError } from '#lib/errors.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from './limits.ts'

/** The errors of sign-up, sign-in and the profile. */
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
