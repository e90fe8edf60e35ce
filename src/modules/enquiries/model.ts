import { HOUR_MS } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'

export const ENQUIRY_KINDS = ['contact', 'career'] as const
export type EnquiryKind = (typeof ENQUIRY_KINDS)[number]

/** new (unread), read, or answered. */
export const ENQUIRY_STATES = ['new', 'read', 'answered'] as const
export type EnquiryState = (typeof ENQUIRY_STATES)[number]

/** A visitor's message to the operator. */
export type Enquiry = {
  id: string
  /** Its position among all; pass it as `before` for the next page. */
  sequence: bigint
  kind: EnquiryKind
  name: string
  email: string
  phone: string | null
  /** The subject, or the position applied for. */
  subject: string
  message: string
  /** The file that came with an application. */
  cv: { key: string; type: string; bytes: number; sha256: string } | null
  receivedAt: Date
  state: EnquiryState
  /** The id of one of the staff. */
  assignedTo: string | null
  handledAt: Date | null
  handledBy: string | null
}

export const LENGTHS = { name: 120, email: 254, phone: 40, subject: 160, message: 5_000 } as const

/** The minimum and maximum age of a form, from display to submission. */
export const FORM_AGE_MS = { min: 3_000, max: 24 * HOUR_MS } as const

/**
 * A person writes a few times. Above `beforeBusy` enquiries of all sources together, each source
 * may send few more, so that some sources never close the form for the others. `files` and `all`
 * bound what a flood from thousands of sources fills the disk with.
 */
export const LIMITS = {
  from: { max: 20, windowMs: HOUR_MS },
  email: { max: 6, windowMs: 24 * HOUR_MS },
  beforeBusy: { max: 400, windowMs: 24 * HOUR_MS },
  fromWhenBusy: { max: 3, windowMs: 24 * HOUR_MS },
  files: { max: 1_000, windowMs: 24 * HOUR_MS },
  all: { max: 10_000, windowMs: 24 * HOUR_MS },
} as const

/**
 * Error messages that a person mistaken for a program can act on; the form retains the values
 * entered.
 */
export const refusals = {
  trap: () =>
    new DomainError(
      'looks_automatic',
      422,
      'Nothing was sent: the field ‘Website’ has to stay empty, because only programs fill ' +
        'it in. Please empty it and send again.',
      'website',
    ),
  tooQuick: () =>
    new DomainError(
      'sent_too_quickly',
      422,
      'Nothing was sent: the form came back faster than people write. Please wait three ' +
        'seconds and send it again.',
    ),
  tooOld: () =>
    new DomainError(
      'form_expired',
      422,
      'Nothing was sent: the form was open for more than a day. What you wrote is still ' +
        'here: please send it again.',
    ),
  noCv: () => new DomainError('no_cv', 400, 'Please attach your CV as a PDF or a picture.', 'cv'),
  notStaff: () =>
    new DomainError('not_staff', 422, 'No member of staff has this id.', 'assignedTo'),
}
