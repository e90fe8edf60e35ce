import type { z } from 'zod'

type PathPart = PropertyKey | { key: PropertyKey }
export type Issue = { message: string; path?: readonly PathPart[] | undefined }

type SomeIssue = Issue &
  Partial<Pick<z.core.$ZodIssueTooBig, 'origin' | 'maximum'>> & {
    code?: string
    expected?: string
    minimum?: number | bigint
    values?: readonly unknown[]
    format?: string
  }

const TYPES: Record<string, string> = {
  string: 'Enter this field as text.',
  number: 'Enter a number.',
  int: 'Enter a whole number.',
  bigint: 'Enter a whole number.',
  boolean: 'Send true or false.',
  array: 'Send this field as a list.',
  object: 'Send this field as an object.',
  record: 'Send this field as an object.',
  file: 'Attach a file.',
}

const FORMATS: Record<string, string> = {
  email: 'Enter a valid email address.',
  date: 'Enter a date such as 2026-11-20.',
  datetime: 'Enter a date and time such as 2026-11-20T09:30:00Z.',
}

const OTHER = 'This value isn’t valid.'

/** Returns a sentence about the type or the size that a field takes. */
export function describeType(issue: SomeIssue): string {
  const { code, message, expected = '', origin, maximum, minimum, values, format = '' } = issue
  if (message.endsWith('received undefined')) return 'This field is required.'

  if (code === 'invalid_type') return TYPES[expected] ?? OTHER
  if (code === 'invalid_format') return FORMATS[format] ?? OTHER
  if (code === 'invalid_value' && values) return `Choose one of these: ${values.join(', ')}.`
  if (code === 'too_big')
    return origin === 'string' ? `Use at most ${maximum} characters.` : `The limit is ${maximum}.`
  if (code === 'too_small')
    return origin === 'string'
      ? `Use at least ${minimum} characters.`
      : `The minimum is ${minimum}.`

  return OTHER
}
