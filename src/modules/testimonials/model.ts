import { DomainError } from '#lib/errors.ts'
import { assertName } from '#lib/person-names.ts'

/** The consent a member ticks; a changed text is a new version. */
export const CONSENT = {
  version: '2026-11-22',
  text:
    'I wrote this myself and agree that it is shown in public with the name I gave. I can ' +
    'take this back at any time, and it disappears at once.',
} as const

export type TestimonialState = 'offered' | 'published' | 'hidden' | 'withdrawn'

export type Testimonial = {
  id: string
  memberId: string
  text: string
  /** As the member wants to be named in public. */
  shownName: string
  /** The line below the name, such as a trade; may be empty. */
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
      `Please write ${MIN_TEXT_LENGTH} to ${MAX_TEXT_LENGTH} characters.`,
      'text',
    )
  if (shownName === '' || shownName.length > MAX_NAME_LENGTH)
    rejectField('name_needed', 'Please say how you want to be named.', 'shownName')
  if (shownAs.length > MAX_NAME_LENGTH)
    rejectField('too_long', `At most ${MAX_NAME_LENGTH} characters.`, 'shownAs')
  assertName(shownName, 'shownName')
  if (shownAs !== '') assertName(shownAs, 'shownAs')

  return { text, shownName, shownAs }
}

export const TEXTS = {
  submitted: 'Thank you. It is shown once our staff has read it.',
  withdrawn: 'Taken back. It is shown nowhere any more.',
  published: 'Published',
  hidden: 'Hidden. It is shown nowhere any more.',
} as const
