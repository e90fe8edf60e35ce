import { z } from 'zod'
import { anyone } from '#platform/http/contract.ts'
import { buildEnvelope, messageOnly } from '#platform/http/schemas.ts'
import { buildNameField, email, PRINTABLE, password, statement, tags, token } from './fields.ts'

const verifyCode = z
  .union([z.number(), z.string().max(20).trim()])
  .transform(Number)
  .pipe(
    z.number().int().min(100_000, 'A code has six digits.').max(999_999, 'A code has six digits.'),
  )

/** Signing up and verifying an e-mail address. */
export const signUpCalls = {
  signUpTerms: anyone
    .route({ method: 'GET', path: '/user/terms', summary: 'What a new member agrees to', tags })
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
        firstName: buildNameField('first name'),
        lastName: buildNameField('last name'),
        email,
        phoneNumber: z.string().trim().min(1, 'Please enter your phone number.').max(40),
        country: z.string().trim().toUpperCase().length(2, 'Choose your country.'),
        password,
        referralCode: z.string().trim().max(20).nullish(),
        campaign: z.string().trim().max(80).regex(PRINTABLE).nullish().or(z.literal('')),
        consentVersion: z
          .string({ error: 'Please read and accept the terms and the risk disclosure.' })
          .min(1, 'Please read and accept the terms and the risk disclosure.')
          .max(80),
      }),
    )
    .output(messageOnly),
  verify: anyone
    .route({
      method: 'PATCH',
      path: '/user/verify',
      summary: 'Verify an e-mail address by its code',
      tags,
    })
    .input(z.object({ verifyCode, email }))
    .output(messageOnly),
  confirm: anyone
    .route({
      method: 'POST',
      path: '/confirm/{token}',
      summary: 'Verify an e-mail address by its link',
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
