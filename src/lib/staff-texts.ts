import { DomainError } from './errors.ts'

/** Longest reason of a decision that staff record, in characters. */
export const MAX_STAFF_REASON = 1_000

type StaffText = {
  maxLength?: number
  field?: string
  /** The error's code. */
  code?: string
  /** Advice on what to write: the beginning of the message, before its length. */
  advice?: string
  /** The end of the message. */
  note?: string
}

/**
 * Returns what staff wrote, a reason if nothing else is said, without surrounding spaces. Throws
 * `reason_needed` (400), or the code given, for an empty text and for one that is too long.
 */
export function parseStaffText(text: string, options: StaffText = {}): string {
  const {
    maxLength = MAX_STAFF_REASON,
    field = 'reason',
    code = 'reason_needed',
    advice = 'Please give a reason of',
    note = ' Members never see it.',
  } = options
  const trimmed = text.trim()
  if (trimmed.length > 0 && trimmed.length <= maxLength) return trimmed

  const length = maxLength.toLocaleString('en')
  throw new DomainError(code, 400, `${advice} up to ${length} characters.${note}`, field)
}
