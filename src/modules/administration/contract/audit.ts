import { z } from 'zod'
import { day, instant } from '#platform/http/schemas.ts'

export const auditEvent = z.object({
  _id: z.string(),
  at: instant,
  actor: z.object({
    kind: z.enum(['member', 'admin', 'system']),
    _id: z.string(),
    label: z.string(),
  }),
  action: z.string(),
  subject: z.string(),
  subjectName: z.string().nullable().meta({
    description: 'of a member, staff member, plan, deposit or withdrawal; null for other subjects',
  }),
  names: z
    .record(z.string(), z.string())
    .meta({ description: 'the names of the records in the details, by id' }),
  details: z.record(z.string(), z.unknown()),
  place: z.string().nullable().meta({
    description: 'position in the hash chain; null until the event is chained, about a second',
  }),
  hash: z.string().nullable(),
  before: z.string().meta({ description: 'send as `before` to get the next page' }),
})

export const search = {
  search: z.string().max(200).default(''),
  action: z.string().max(60).optional().meta({ description: 'an action or its prefix' }),
  since: day.optional(),
  until: day.optional().meta({ description: 'including this day' }),
}
