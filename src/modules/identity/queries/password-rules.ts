import { DomainError } from '#lib/errors.ts'
import { isCommonPassword } from '#platform/auth/common-passwords.ts'
import { failures, PASSWORD_MAX, PASSWORD_MIN } from '../model.ts'

type Owner = { firstName: string; lastName: string; email: string }

/**
 * Throws the error of a new password that is too short, too long, common, or the person's own name
 * or address.
 */
export function assertPassword(password: string, field: string, owner: Owner): void {
  const { length } = [...password]
  if (length < PASSWORD_MIN || length > PASSWORD_MAX) throw failures.passwordLength(field)

  const { firstName, lastName, email } = owner
  const own = [
    email,
    email.split('@')[0] ?? '',
    firstName,
    lastName,
    firstName + lastName,
    lastName + firstName,
  ]

  const spaced = [
    `${firstName} ${lastName}`,
    `${firstName}.${lastName}`,
    `${firstName}-${lastName}`,
  ]
  if (isCommonPassword(password, [...own, ...spaced])) throw failures.commonPassword(field)
}

export type Verdict = { verdict: 'short' | 'long' | 'common' | 'fair' | 'strong'; text: string }

const STRONG_FROM = 16

/**
 * Returns the verdict on a new password while it is typed, with the messages of `assertPassword`.
 */
export function assessPassword(password: string, owner: Owner): Verdict {
  try {
    assertPassword(password, 'new_password', owner)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const { length } = [...password]
    const verdict =
      error.code === 'password_common' ? 'common' : length < PASSWORD_MIN ? 'short' : 'long'
    return { verdict, text: error.message }
  }

  const strong = [...password].length >= STRONG_FROM && new Set(password).size >= 8

  return strong
    ? { verdict: 'strong', text: 'Long and not common.' }
    : {
        verdict: 'fair',
        text: `Acceptable. ${STRONG_FROM} or more characters are harder to guess.`,
      }
}
