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
  /** The id of a staff member. */
  assignedTo: string | null
  handledAt: Date | null
  handledBy: string | null
}

/** A reply of the staff, sent by email to the writer of an enquiry. */
export type EnquiryReply = {
  id: string
  message: string
  /** The id of a staff member. */
  sentBy: string
  sentAt: Date
}

export const LENGTHS = {
  name: 120,
  email: 254,
  phone: 40,
  subject: 160,
  message: 5_000,
  reply: 5_000,
} as const

/** The maximum number of replies to one enquiry. */
export const MAX_REPLIES = 50

/** Returns the reference of an enquiry that its mails and the staff quote, such as `M-1042`. */
export const formatReference = ({ sequence }: Pick<Enquiry, 'sequence'>): string => `M-${sequence}`

/** The maximum age of a form, from display to submission. */
export const MAX_FORM_AGE_MS = 24 * HOUR_MS

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
      'Your message was not sent. Leave the field ‘Website’ empty and send it again.',
      'website',
    ),
  tooOld: () =>
    new DomainError(
      'form_expired',
      422,
      'Your message was not sent because the form has expired. Your text is still here. ' +
        'Please send it again.',
    ),
  noCv: () =>
    new DomainError('no_cv', 400, 'Please attach your resume (CV) as a PDF or an image.', 'cv'),
  repliedMeanwhile: () =>
    new DomainError(
      'replied_meanwhile',
      409,
      'Another reply was sent while you were writing. Read it, then send yours again.',
    ),
  tooManyReplies: () =>
    new DomainError(
      'too_many_replies',
      409,
      `This message already has ${MAX_REPLIES} replies. Continue by email.`,
    ),
  noReply: () => new DomainError('validation', 400, 'Please enter a reply.', 'message'),
  notStaff: () => new DomainError('not_staff', 422, 'No staff member has this ID.', 'assignedTo'),
}
