import { z } from 'zod'
import { checkName } from '#lib/person-names.ts'
import { passkey } from '#platform/http/schemas.ts'
import { EMAIL_MAX, NAME_MAX } from '../model.ts'

export const tags = ['Sign-up and sessions']
export const PRINTABLE = /^\P{Cc}*$/u

/** Builds the schema of a part of a person's name. */
export const buildNameField = (what: string) =>
  z
    .string()
    .trim()
    .min(1, `Enter your ${what}.`)
    .max(NAME_MAX, `Use up to ${NAME_MAX} characters.`)
    .regex(PRINTABLE, 'Use one line of text.')
    .check(checkName)

export const email = z
  .string()
  .trim()
  .max(EMAIL_MAX, 'Enter a valid email address.')
  .pipe(z.email('Enter a valid email address.'))

/** The longest text that is taken as a password, to answer that it is too long. */
export const MAX_PASSWORD_TEXT = 1024

/**
 * Returns the schema of a password, with the message for an empty one. The command checks the
 * length and returns the message; the contract only rejects absurd sizes.
 */
export const buildPasswordField = (emptyMessage: string) =>
  z.string().min(1, emptyMessage).max(MAX_PASSWORD_TEXT, 'Use at most 128 characters.')

export const phoneNumber = z
  .string()
  .trim()
  .min(1, 'Enter your phone number.')
  .max(40, 'Use at most 40 characters.')

export const password = buildPasswordField('Enter your password.')
export const token = z.string().max(200)
export const sessionMode = z.enum(['cookie', 'token']).optional()
export const id = z.string().max(60)

export { passkey }

export const factorProof = {
  code: z.string().trim().max(20).optional(),
  recovery_code: z.string().trim().max(40).optional(),
  passkey: passkey.optional(),
}

export const forBrowser = z
  .record(z.string(), z.unknown())
  .meta({ description: 'as navigator.credentials takes it' })

export const statement = z.object({
  document: z.string(),
  version: z.string(),
  path: z.string(),
  statement: z.string(),
})
