import { z } from 'zod'
import { MAX_STAFF_REASON } from '#lib/staff-texts.ts'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { admin } from '#platform/http/contract.ts'
import { buildEnvelope, instant } from '#platform/http/schemas.ts'
import { CASE_STATUSES, LIST_SOURCES } from './model.ts'

const tags = ['Screening']
const id = z.string().max(60)
const texts = z.array(z.string())

const screeningCase = z.object({
  _id: z.string(),
  source: z.enum(LIST_SOURCES),
  member: z.object({ _id: z.string(), name: z.string() }),
  person: z
    .object({ name: z.string(), birthDate: z.string().nullable(), country: z.string().nullable() })
    .meta({
      description: 'what was compared, as it was then; not in a decided case of a closed account',
    }),
  party: z
    .object({
      id: z.string().meta({ description: 'the ID in the list' }),
      kind: z.enum(['person', 'entity', 'other']),
      names: texts,
      birthDates: texts.meta({ description: 'years, months or days' }),
      countries: texts,
      programmes: texts,
    })
    .meta({ description: 'the listed party, as it was then' }),
  score: z.int().meta({ description: 'how alike the names are, to 100' }),
  matchedName: z.string(),
  openedAt: instant,
  status: z.enum(CASE_STATUSES),
  decidedAt: instant.nullable(),
  decidedBy: z.string().nullable(),
  approvedBy: z
    .string()
    .nullable()
    .meta({ description: 'who approved the dismissal as the second admin' }),
  reason: z.string().nullable(),
  waiting: z
    .object({ by: z.string(), at: instant })
    .nullable()
    .meta({ description: 'who proposed a dismissal that is waiting for a second admin' }),
})

const screeningList = z.object({
  _id: z.string(),
  source: z.enum(LIST_SOURCES),
  publishedOn: z.string().nullable(),
  parties: z.int(),
  loadedAt: instant,
})

const decision = z.object({
  id,
  reason: z
    .string()
    .max(MAX_STAFF_REASON * 2)
    .default(''),
})

export const complianceContract = {
  cases: admin()
    .route({
      method: 'GET',
      path: '/admin/screening',
      summary:
        'List screening cases by member, those with an open case first, and the loaded lists',
      tags,
    })
    .input(z.object({ status: z.enum(CASE_STATUSES).optional() }))
    .output(
      buildEnvelope(
        z.object({
          cases: z.array(screeningCase),
          lists: z.array(screeningList),
          open: z.int().meta({ description: 'the number of open cases' }),
          due: z.int().meta({ description: 'the number of members still to be screened' }),
        }),
      ),
    ),
  dismiss: admin(...getPermittedRoles('screening.dismiss'))
    .route({
      method: 'POST',
      path: '/admin/screening/{id}/dismiss',
      summary: 'Propose that a case is a false positive; another admin decides',
      tags,
    })
    .input(decision)
    .output(buildEnvelope(screeningCase)),
  confirm: admin(...getPermittedRoles('screening.confirm'))
    .route({
      method: 'POST',
      path: '/admin/screening/{id}/confirm',
      summary: 'Confirm that a case is a true match, which holds the member',
      tags,
    })
    .input(decision)
    .output(buildEnvelope(screeningCase)),
}
