import { z } from 'zod'
import { MAX_STAFF_REASON } from '#lib/staff-texts.ts'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { admin, adminPersonalFile } from '#platform/http/contract.ts'
import { buildEnvelope, instant, usd } from '#platform/http/schemas.ts'
import { CASE_STATUSES, MAX_NOTE, RULES } from './model.ts'

const tags = ['Transaction monitoring']
const id = z.string().max(60)

const monitoringCase = z.object({
  _id: z.string(),
  rule: z.enum(RULES),
  member: z.object({ _id: z.string(), name: z.string() }),
  transaction: z.object({
    _id: z.string(),
    kind: z.enum(['deposit', 'withdrawal']),
    amount: usd,
    method: z.string(),
    status: z.string(),
    createdAt: instant,
  }),
  finding: z.string().meta({ description: 'what the rule compared, in words' }),
  openedAt: instant,
  status: z.enum(CASE_STATUSES),
  decidedAt: instant.nullable(),
  decidedBy: z
    .string()
    .nullable()
    .meta({ description: 'who proposed to clear it, or called it suspicious' }),
  approvedBy: z
    .string()
    .nullable()
    .meta({ description: 'the other admin, who approved to clear it' }),
  reason: z.string().nullable(),
  waiting: z
    .object({ by: z.string(), at: instant })
    .nullable()
    .meta({ description: 'who proposed to clear it, while a second admin has to approve' }),
})

const note = z.object({
  _id: z.string(),
  content: z.string(),
  author: z.string(),
  addedAt: instant,
})

const decision = z.object({
  id,
  reason: z
    .string()
    .max(MAX_STAFF_REASON * 2)
    .default(''),
})

export const transactionMonitoringContract = {
  cases: admin()
    .route({
      method: 'GET',
      path: '/admin/monitoring',
      summary: 'List the cases of transaction monitoring, open ones first',
      tags,
    })
    .input(
      z.object({
        status: z.enum(CASE_STATUSES).optional(),
        memberId: id.optional().meta({ description: 'of one member' }),
      }),
    )
    .output(
      buildEnvelope(
        z.object({
          cases: z.array(monitoringCase),
          rules: z.int().meta({ description: 'the number of rules that are on' }),
        }),
      ),
    ),
  notes: admin()
    .route({
      method: 'GET',
      path: '/admin/monitoring/{id}/notes',
      summary: 'List the notes in the file of a case',
      tags,
    })
    .input(z.object({ id }))
    .output(buildEnvelope(z.array(note))),
  addNote: admin(...getPermittedRoles('monitoring.investigate'))
    .route({
      method: 'POST',
      path: '/admin/monitoring/{id}/notes',
      summary: 'Add a note to the file of a case',
      tags,
    })
    .input(
      z.object({
        id,
        content: z
          .string()
          .max(MAX_NOTE * 2)
          .default(''),
      }),
    )
    .output(buildEnvelope(z.array(note))),
  file: adminPersonalFile(...getPermittedRoles('data.export'))
    .route({
      method: 'GET',
      path: '/admin/monitoring/{id}/file',
      summary: 'Download the file of a case',
      tags,
    })
    .input(z.object({ id, format: z.enum(['json', 'pdf']).default('json') }))
    .output(z.file()),
  clear: admin(...getPermittedRoles('monitoring.clear'))
    .route({
      method: 'POST',
      path: '/admin/monitoring/{id}/clear',
      summary: 'Propose to clear the transaction of a case; another admin decides',
      tags,
    })
    .input(decision)
    .output(buildEnvelope(monitoringCase)),
  mark: admin(...getPermittedRoles('monitoring.investigate'))
    .route({
      method: 'POST',
      path: '/admin/monitoring/{id}/mark-suspicious',
      summary: 'Mark the transaction of a case as suspicious: it stays on hold',
      tags,
    })
    .input(decision)
    .output(buildEnvelope(monitoringCase)),
}
