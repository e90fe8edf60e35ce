import { z } from 'zod'
import { checkName } from '#lib/person-names.ts'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { admin, adminPersonalFile, anyoneUpload } from '#platform/http/contract.ts'
import { buildEnvelope, instant, messageOnly } from '#platform/http/schemas.ts'
import { ENQUIRY_KINDS, ENQUIRY_STATES, LENGTHS } from './model.ts'

const tags = ['Messages']
const id = z.string().max(60)
const createLineSchema = (label: string, max: number) =>
  z
    .string({ error: `Please enter ${label}.` })
    .trim()
    .min(1, `Please enter ${label}.`)
    .max(max, `At most ${max} characters.`)
    .regex(/^\P{Cc}*$/u, 'This has to be one line of text.')

/** The fields of the forms on /contact and /career; the pages read the same schema. */
export const enquiryForm = z.object({
  kind: z.enum(ENQUIRY_KINDS),
  name: createLineSchema('your name', LENGTHS.name).check(checkName),
  email: createLineSchema('your e-mail address', LENGTHS.email).pipe(
    z.email('Please enter a valid e-mail address.'),
  ),
  phone: z
    .string()
    .trim()
    .max(LENGTHS.phone, `At most ${LENGTHS.phone} characters.`)
    .regex(/^[+\d()./ -]*$/, 'A phone number has digits, spaces and + ( ) . / - alone.')
    .optional(),
  subject: createLineSchema('what it is about', LENGTHS.subject),
  message: z
    .string({ error: 'Please write your message.' })
    .trim()
    .min(1, 'Please write your message.')
    .max(LENGTHS.message, `At most ${LENGTHS.message} characters.`),
  cv: z
    .union([z.file(), z.string().max(300)])
    .optional()
    .meta({ description: 'PDF, PNG, JPEG or WebP, at most 10 MB' }),
  website: z.string().max(200).optional().meta({ description: 'has to stay empty' }),
  shown: z.string().max(80).default('').meta({ description: 'what the form was handed out with' }),
})
/** The same, whose subject is called a position on the page. */
export const applicationForm = enquiryForm.extend({
  subject: createLineSchema('the position', LENGTHS.subject),
})

const enquiry = z.object({
  _id: z.string(),
  sequence: z.string().meta({ description: 'pass it as before to read on' }),
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
  assignedTo: z.string().nullable().meta({ description: 'the id of one of the staff' }),
  handledAt: instant.nullable(),
})

export const enquiriesContract = {
  form: anyoneUpload
    .route({ method: 'POST', path: '/enquiries', summary: 'Write to the operator', tags })
    .input(enquiryForm)
    .output(messageOnly),
  list: admin()
    .route({
      method: 'GET',
      path: '/admin/enquiries',
      summary: 'What visitors wrote, newest first',
      tags,
    })
    .input(
      z.object({
        kind: z.enum(ENQUIRY_KINDS).optional(),
        state: z
          .enum(['open', ...ENQUIRY_STATES])
          .optional()
          .meta({ description: 'open: not answered yet' }),
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
    .route({ method: 'GET', path: '/admin/enquiries/{id}', summary: 'One message', tags })
    .input(z.object({ id }))
    .output(buildEnvelope(enquiry)),
  cv: adminPersonalFile(...getPermittedRoles('data.export'))
    .route({
      method: 'GET',
      path: '/admin/enquiries/{id}/cv',
      summary: 'The file of an application',
      tags,
    })
    .input(z.object({ id }))
    .output(z.file()),
  mark: admin(...getPermittedRoles('enquiry.mark'))
    .route({
      method: 'PATCH',
      path: '/admin/enquiries/{id}',
      summary: 'Note how far it is, and whose',
      tags,
    })
    .input(
      z.object({
        id,
        state: z.enum(ENQUIRY_STATES).optional(),
        assignedTo: z.string().max(60).nullable().optional(),
      }),
    )
    .output(buildEnvelope(enquiry)),
}
