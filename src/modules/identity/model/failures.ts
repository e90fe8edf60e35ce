import { DomainError } from '#lib/errors.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from './limits.ts'

/** The errors of sign-up, sign-in and the profile. */
export const failures = {
  staffSuspended: () =>
    new DomainError(
      'staff_suspended',
      403,
      'Your back office access is suspended. Contact an owner.',
    ),
  login: () => new DomainError('login_failed', 401, 'Wrong email or password.'),
  unverified: () =>
    new DomainError(
      'unverified',
      403,
      'Your email address isn’t verified yet. Enter the code we’ve just sent you.',
      'email',
    ),
  code: () =>
    new DomainError(
      'code_invalid',
      422,
      'That code is wrong or has expired. Check it or request a new one.',
      'verifyCode',
    ),
  link: () =>
    new DomainError(
      'link_invalid',
      422,
      'This link has expired or was already used. Request a new one.',
    ),
  commonPassword: (field: string) =>
    new DomainError(
      'password_common',
      400,
      'This password is too common or too similar to your details. Try four unrelated words.',
      field,
    ),
  passwordLength: (field: string) =>
    new DomainError(
      'password_length',
      400,
      `Use ${PASSWORD_MIN} to ${PASSWORD_MAX} characters.`,
      field,
    ),
  wrongPassword: (field = 'current_password') =>
    new DomainError('password_wrong', 422, 'Wrong password.', field),
  phone: (field = 'phoneNumber') =>
    new DomainError(
      'phone_invalid',
      400,
      'Enter a valid phone number. Include the country code if it’s a foreign number.',
      field,
    ),
  country: () => new DomainError('country_unknown', 400, 'Select your country.', 'country'),
  countryBlocked: () =>
    new DomainError(
      'country_refused',
      422,
      'We don’t accept members who live in this country. We haven’t stored your details.',
      'country',
    ),
  changedElsewhere: () =>
    new DomainError(
      'changed_elsewhere',
      409,
      'Your profile was changed elsewhere after you opened it. Your changes weren’t saved. ' +
        'Check the current details and try again.',
    ),
  sameEmail: () =>
    new DomainError('email_same', 400, 'This is already your email address.', 'email'),
  consentNeeded: () =>
    new DomainError(
      'consent_needed',
      403,
      'Our terms or risk disclosure have changed. Please accept them to continue. You can ' +
        'still view your account and withdraw without accepting.',
    ),
  referral: () =>
    new DomainError(
      'referral_unknown',
      400,
      'We don’t recognise this referral code. Check it or leave the field empty.',
      'referralCode',
    ),
  signUpsPaused: (reason: string) =>
    new DomainError('sign_ups_paused', 403, `Sign-ups are paused: ${reason}`),
  noConsent: () =>
    new DomainError(
      'consent_missing',
      400,
      'Accept the terms and the risk disclosure to continue.',
      'consentVersion',
    ),
  consent: () =>
    new DomainError(
      'consent_outdated',
      400,
      'Our terms have changed since you opened this page. Reload it and read the current version.',
      'consentVersion',
    ),
}
