import { DomainError } from '#lib/errors.ts'
import { assertName } from '#lib/person-names.ts'

/** The consent a member ticks; a changed text is a new version. */
export const CONSENT = {
  version: '2026-11-23',
  text:
    'I wrote this testimonial myself and agree to its publication with the name I entered. I ' +
    'can withdraw my consent at any time, and it will be removed immediately.',
} as const

export type TestimonialState = 'offered' | 'published' | 'hidden' | 'withdrawn'

export type Testimonial = {
  id: string
  memberId: string
  text: string
  /** The public name that the member chose. */
  shownName: string
  /** The line below the name, such as a job; may be empty. */
  shownAs: string
  consent: { version: string; text: string; grantedAt: Date; withdrawnAt: Date | null }
  state: TestimonialState
  decision: { by: string; at: Date; reason: string | null } | null
}

export const MIN_TEXT_LENGTH = 20
export const MAX_TEXT_LENGTH = 600
const MAX_NAME_LENGTH = 80

const rejectField = (code: string, message: string, field: string) => {
  throw new DomainError(code, 400, message, field)
}

/** Parses the trimmed texts of the form. Throws 400 with the field. */
export function parseTestimonialTexts(input: { text: string; shownName: string; shownAs: string }) {
  const text = input.text.trim()
  const shownName = input.shownName.trim()
  const shownAs = input.shownAs.trim()

  if (text.length < MIN_TEXT_LENGTH || text.length > MAX_TEXT_LENGTH)
    rejectField(
      'text_needed',
      `Please enter ${MIN_TEXT_LENGTH} to ${MAX_TEXT_LENGTH} characters.`,
      'text',
    )
  if (shownName === '' || shownName.length > MAX_NAME_LENGTH)
    rejectField('name_needed', 'Please enter a display name.', 'shownName')
  if (shownAs.length > MAX_NAME_LENGTH)
    rejectField('too_long', `At most ${MAX_NAME_LENGTH} characters.`, 'shownAs')
  assertName(shownName, 'shownName')
  if (shownAs !== '') assertName(shownAs, 'shownAs')

  return { text, shownName, shownAs }
}

export const TEXTS = {
  submitted: 'Thank you. We’ll review your testimonial before we publish it.',
  withdrawn: 'Your testimonial was withdrawn.',
  published: 'Testimonial published',
  hidden: 'Testimonial hidden',
} as const
