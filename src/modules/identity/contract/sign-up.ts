import { z } from 'zod'
import { anyone } from '#platform/http/contract.ts'
import { buildEnvelope, messageOnly } from '#platform/http/schemas.ts'
import { email, MAX_PASSWORD_TEXT, PRINTABLE, statement, tags, token } from './fields.ts'

/**
 * Text as typed: the command checks every field, so that a person reads all errors at once. The
 * contract only rejects absurd sizes, and other types with the message of an empty field.
 */
const buildTypedField = (emptyMessage: string, maxLength = 300) =>
  z
    .string({ error: emptyMessage })
    .max(maxLength, `Use at most ${maxLength} characters.`)
    .nullish()
    .transform((text) => text ?? '')

const verifyCode = z
  .union([z.number(), z.string().max(20).trim()])
  .transform(Number)
  .pipe(
    z
      .number()
      .int()
      .min(100_000, 'Enter the 6-digit code.')
      .max(999_999, 'Enter the 6-digit code.'),
  )

/** Signing up and verifying an e-mail address. */
export const signUpCalls = {
  signUpTerms: anyone
    .route({
      method: 'GET',
      path: '/user/terms',
      summary: 'Get the terms that a new member accepts',
      tags,
    })
    .output(
      buildEnvelope(
        z.object({
          consentVersion: z.string(),
          statements: z.array(statement),
          /** The reason why sign-ups are paused; null while they are open. */
          paused: z.string().nullable(),
        }),
      ),
    ),
  signUp: anyone
    .route({ method: 'POST', path: '/user', summary: 'Sign up', tags })
    .input(
      z.object({
        firstName: buildTypedField('Enter your first name.'),
        lastName: buildTypedField('Enter your last name.'),
        email: buildTypedField('Enter a valid email address.'),
        phoneNumber: buildTypedField('Enter your phone number.'),
        country: buildTypedField('Select your country.'),
        password: buildTypedField('Enter your password.', MAX_PASSWORD_TEXT),
        referralCode: buildTypedField('Enter a referral code or leave the field empty.'),
        campaign: z.string().trim().max(80).regex(PRINTABLE).nullish().or(z.literal('')),
        consentVersion: buildTypedField('Accept the terms and the risk disclosure to continue.'),
      }),
    )
    .output(messageOnly),
  verify: anyone
    .route({
      method: 'PATCH',
      path: '/user/verify',
      summary: 'Verify an email address by its code',
      tags,
    })
    .input(z.object({ verifyCode, email }))
    .output(messageOnly),
  confirm: anyone
    .route({
      method: 'POST',
      path: '/confirm/{token}',
      summary: 'Verify an email address by its link',
      tags,
    })
    .input(z.object({ token }))
    .output(messageOnly),
  newCode: anyone
    .route({
      method: 'POST',
      path: '/user/new-code',
      summary: 'Send a new verification code',
      tags,
    })
    .input(z.object({ email }))
    .output(messageOnly),
}
