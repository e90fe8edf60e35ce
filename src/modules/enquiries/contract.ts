import { z } from 'zod'
import { checkName } from '#lib/person-names.ts'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { admin, adminPersonalFile, anyoneUpload } from '#platform/http/contract.ts'
import { buildEnvelope, instant, messageOnly } from '#platform/http/schemas.ts'
import { ENQUIRY_KINDS, ENQUIRY_STATES, LENGTHS, MAX_REPLIES } from './model.ts'

const tags = ['Messages']
const id = z.string().max(60)
const createLineSchema = (label: string, max: number) =>
  z
    .string({ error: `Please enter ${label}.` })
    .trim()
    .min(1, `Please enter ${label}.`)
    .max(max, `At most ${max} characters.`)
    .regex(/^\P{Cc}*$/u, 'Enter a single line of text.')

/** The fields of the forms on /contact and /career; the pages read the same schema. */
export const enquiryForm = z.object({
  kind: z.enum(ENQUIRY_KINDS),
  name: createLineSchema('your name', LENGTHS.name).check(checkName),
  email: createLineSchema('your email address', LENGTHS.email).pipe(
    z.email('Please enter a valid email address.'),
  ),
  phone: z
    .string()
    .trim()
    .max(LENGTHS.phone, `At most ${LENGTHS.phone} characters.`)
    .regex(/^[+\d()./ -]*$/, 'Use only digits, spaces and + ( ) . / - in a phone number.')
    .optional(),
  subject: createLineSchema('a subject', LENGTHS.subject),
  message: z
    .string({ error: 'Please enter a message.' })
    .trim()
    .min(1, 'Please enter a message.')
    .max(LENGTHS.message, `At most ${LENGTHS.message} characters.`),
  cv: z
    .union([z.file(), z.string().max(300)])
    .optional()
    .meta({ description: 'PDF, PNG, JPEG or WebP, up to 10 MB' }),
  website: z.string().max(200).optional().meta({ description: 'must be empty' }),
  shown: z.string().max(80).default('').meta({ description: 'the stamp of the displayed form' }),
})
/** The same, whose subject is called a position on the page. */
export const applicationForm = enquiryForm.extend({
  subject: createLineSchema('the position', LENGTHS.subject),
})

const enquiry = z.object({
  _id: z.string(),
  sequence: z.string().meta({ description: 'pass it as `before` for the next page' }),
  reference: z.string().meta({ description: 'the number that its mails quote, such as M-1042' }),
  kind: z.enum(ENQUIRY_KINDS),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  subject: z.string().meta({ description: 'of an application: the position' }),
  message: z.string(),
  cv: z
    .object({ path: z.string(), type: z.string(), bytes: z.int(), sha256: z.string() })
    .nullable(),
  receivedAt: instant,
  state: z.enum(ENQUIRY_STATES),
  assignedTo: z.string().nullable().meta({ description: 'the id of a staff member' }),
  assignee: z.string().nullable().meta({ description: 'the name of the staff member' }),
  handledAt: instant.nullable(),
})

const thread = enquiry.extend({
  member: z
    .object({ _id: z.string(), name: z.string() })
    .nullable()
    .meta({ description: 'the member who has this email address' }),
  replies: z.array(
    z.object({
      _id: z.string(),
      message: z.string(),
      sentBy: z.string().meta({ description: 'the name of a staff member' }),
      sentAt: instant,
    }),
  ),
  others: z
    .array(
      z.object({
        _id: z.string(),
        reference: z.string(),
        subject: z.string(),
        receivedAt: instant,
        state: z.enum(ENQUIRY_STATES),
      }),
    )
    .meta({ description: 'other messages from the same address, newest first' }),
})

export const enquiriesContract = {
  form: anyoneUpload
    .route({ method: 'POST', path: '/enquiries', summary: 'Send a message to the operator', tags })
    .input(enquiryForm)
    .output(messageOnly),
  list: admin()
    .route({
      method: 'GET',
      path: '/admin/enquiries',
      summary: 'List messages, newest first',
      tags,
    })
    .input(
      z.object({
        kind: z.enum(ENQUIRY_KINDS).optional(),
        state: z
          .enum(['open', ...ENQUIRY_STATES])
          .optional()
          .meta({ description: 'open: not yet answered' }),
        before: z
          .string()
          .regex(/^\d{1,18}$/)
          .optional(),
      }),
    )
    .output(
      buildEnvelope(z.object({ unread: z.int(), open: z.int(), enquiries: z.array(enquiry) })),
    ),
  one: admin()
    .route({ method: 'GET', path: '/admin/enquiries/{id}', summary: 'Get a message', tags })
    .input(z.object({ id }))
    .output(buildEnvelope(thread)),
  cv: adminPersonalFile(...getPermittedRoles('data.export'))
    .route({
      method: 'GET',
      path: '/admin/enquiries/{id}/cv',
      summary: 'Download the file of an application',
      tags,
    })
    .input(z.object({ id }))
    .output(z.file()),
  mark: admin(...getPermittedRoles('enquiry.mark'))
    .route({
      method: 'PATCH',
      path: '/admin/enquiries/{id}',
      summary: 'Set the state and the assignee of a message',
      tags,
    })
    .input(
      z.object({
        id,
        state: z.enum(ENQUIRY_STATES).optional(),
        assignedTo: z.string().max(60).nullable().optional(),
      }),
    )
    .output(buildEnvelope(thread)),
  reply: admin(...getPermittedRoles('enquiry.mark'))
    .route({
      method: 'POST',
      path: '/admin/enquiries/{id}/replies',
      summary: 'Reply by email; marks the message as answered',
      tags,
    })
    .input(
      z.object({
        id,
        message: z
          .string()
          .trim()
          .min(1, 'Please enter a reply.')
          .max(LENGTHS.reply, `At most ${LENGTHS.reply} characters.`),
        repliesRead: z.int().min(0).max(MAX_REPLIES).meta({
          description: 'the number of replies in the thread that was read',
        }),
      }),
    )
    .output(buildEnvelope(thread)),
}
