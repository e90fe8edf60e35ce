import { z } from 'zod'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { admin, adminPersonalFile } from '#platform/http/contract.ts'
import { buildEnvelope, day, instant, messageOnly } from '#platform/http/schemas.ts'

const tags = ['Eligibility']
const id = z.string().max(60)

const ruleSetLine = z.object({
  _id: z.string().meta({ description: 'of published rules, a proposal or a sample' }),
  key: z.string(),
  name: z.string(),
  version: z.int(),
  sample: z.boolean(),
  countries: z.array(z.string()),
  status: z.enum(['in_force', 'scheduled', 'replaced', 'waiting', 'sample']),
  effectiveFrom: day.nullable(),
  sha256: z.string(),
  by: z.string().nullable().meta({ description: 'the admin who proposed them' }),
  approvedBy: z
    .string()
    .nullable()
    .meta({ description: 'the other admin, who approved them; null until published' }),
  at: instant.nullable(),
})

const evidenceFile = z.object({ id })

/** The rules by country, and the evidence of one member. */
export const staffCalls = {
  ruleSets: admin()
    .route({
      method: 'GET',
      path: '/admin/rules',
      summary:
        'List the eligibility rules: in force, scheduled, waiting and samples, then replaced ' +
        'ones by page',
      tags,
    })
    .input(
      z.object({
        before: z
          .string()
          .regex(/^\d{1,18}$/, 'Send `next` of the previous page.')
          .optional()
          .meta({ description: '`next` of the previous page: only replaced rules follow' }),
      }),
    )
    .output(
      buildEnvelope(
        z.object({
          ruleSets: z.array(ruleSetLine),
          next: z
            .string()
            .nullable()
            .meta({ description: 'send as `before` for the next page; null on the last one' }),
          earliest: day.meta({ description: 'the first day that new rules can apply' }),
        }),
      ),
    ),
  ruleSet: admin()
    .route({
      method: 'GET',
      path: '/admin/rules/{id}',
      summary: 'Get one version of eligibility rules',
      tags,
    })
    .input(z.object({ id }))
    .output(
      buildEnvelope(
        ruleSetLine.extend({
          content: z.record(z.string(), z.unknown()).meta({ description: 'the rules as JSON' }),
          previous: z
            .string()
            .nullable()
            .meta({ description: 'the id of the published version before it' }),
        }),
      ),
    ),
  proposeRules: admin(...getPermittedRoles('rules.publish'))
    .route({
      method: 'POST',
      path: '/admin/rules',
      summary: 'Propose a version of eligibility rules; another admin decides',
      tags,
    })
    .input(
      z.object({
        rules: z
          .string()
          .max(400_000)
          .default('')
          .meta({ description: 'the rule set as JSON text' }),
        effectiveFrom: z.string().max(10).default(''),
      }),
    )
    .output(messageOnly),
  evidenceFile: adminPersonalFile(...getPermittedRoles('evidence.export'))
    .route({
      method: 'GET',
      path: '/admin/members/{id}/evidence.json',
      summary: 'Download the evidence of one member as JSON',
      tags,
    })
    .input(evidenceFile)
    .output(z.file()),
  evidencePdf: adminPersonalFile(...getPermittedRoles('evidence.export'))
    .route({
      method: 'GET',
      path: '/admin/members/{id}/evidence.pdf',
      summary: 'Download the evidence of one member as PDF',
      tags,
    })
    .input(evidenceFile)
    .output(z.file()),
}
