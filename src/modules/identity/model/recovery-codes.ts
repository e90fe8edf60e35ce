import { DomainError } from '#lib/errors.ts'
import { isReason } from '#lib/reasons.ts'

export const RECOVERY_CODES = 10

const REASON_MAX = 500

/** Returns the reason for resetting the factors of a person. Throws `reason_needed` (400). */
export function parseRecoveryReason(text: string): string {
  const reason = text.trim()
  if (isReason(reason, REASON_MAX)) return reason

  const message =
    'Describe how you verified the person’s identity. The member will see this. Up to ' +
    `${REASON_MAX} characters.`
  throw new DomainError('reason_needed', 400, message, 'reason')
}

const RECOVERY_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/**
 * Four groups of six letters: 118 random bits, so that a plain digest cannot be reversed, and typed
 * within a minute.
 */
const RECOVERY_GROUPS = 4
const RECOVERY_GROUP = 6

/** Returns a recovery code of unambiguous letters, such as `abcdef-ghjkmn-pqrstu-vwxyz2`. */
export function generateRecoveryCode(): string {
  const letters: string[] = []
  while (letters.length < RECOVERY_GROUPS * RECOVERY_GROUP) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < RECOVERY_LETTERS.length * 8)
      letters.push(RECOVERY_LETTERS[byte % RECOVERY_LETTERS.length] ?? '')
  }

  return (letters.join('').match(/.{6}/g) ?? []).join('-')
}

/** Returns a recovery code in its canonical form. */
export const normalizeRecoveryCode = (text: string): string =>
  text.toLowerCase().replace(/[^a-z0-9]/g, '')
