import { type Day, formatDay } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'

/** The errors of verification, for members and for staff. */
export const refusals = {
  off: () => new DomainError('not_offered', 409, 'Identity verification isn’t offered here.'),
  detailsNeeded: () =>
    new DomainError('details_needed', 409, 'Please save your personal details first.'),
  detailsLocked: () =>
    new DomainError(
      'details_locked',
      409,
      'Your details can’t be changed while they are in review. Once they are verified, choose ' +
        '‘Verify again’ on level Basic to change them.',
    ),
  detailsChanged: () =>
    new DomainError(
      'details_changed',
      409,
      'Your details were changed in another window. Please reload and check them.',
    ),
  lowerLevel: (level: string) =>
    new DomainError('lower_level', 409, `Please complete the level ${level} first.`),
  countryDiffers: () =>
    new DomainError(
      'country_differs',
      422,
      'Your profile has another country. Use the country you live in for both.',
      'country',
    ),
  refusedBefore: (until: Day) =>
    new DomainError(
      'verification_refused',
      409,
      `We couldn’t verify your identity. You can try again from ${formatDay(until)}. Contact us ` +
        'if you have a question.',
    ),
  submitted: () =>
    new DomainError(
      'already_submitted',
      409,
      'This verification was already submitted. Nothing changed.',
    ),
  wrongDocument: (field: string) =>
    new DomainError('wrong_document', 422, 'This level doesn’t need that document.', field),
  documentsMissing: (names: readonly string[]) =>
    new DomainError(
      'documents_missing',
      409,
      `Please upload what is missing: ${names.join(', ')}.`,
    ),
  codeEnded: () =>
    new DomainError(
      'code_ended',
      409,
      'The code has changed. Please take a photo with the new code.',
      'file',
    ),
  elsewhere: () =>
    new DomainError(
      'other_provider',
      409,
      'This verification is completed at our identity provider, not here.',
    ),
  notInReview: () =>
    new DomainError('not_in_review', 409, 'This verification isn’t in review. Nothing changed.'),
  changedMeanwhile: () =>
    new DomainError(
      'changed_meanwhile',
      409,
      'What the member submitted changed meanwhile. Please review it again.',
    ),
  alreadyProposed: () =>
    new DomainError(
      'already_proposed',
      409,
      'A refusal of this verification is already waiting for a second admin.',
    ),
  providerDecides: () =>
    new DomainError(
      'provider_decides',
      409,
      'The identity provider passes this verification. Ask the member to try again, or propose a ' +
        'refusal.',
    ),
}
