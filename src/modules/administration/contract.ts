import { z } from 'zod'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { admin, adminPersonalFile } from '#platform/http/contract.ts'
import { buildEnvelope, messageOnly } from '#platform/http/schemas.ts'
import { addressSourceCalls } from './contract/address-sources.ts'
import { auditEvent, search } from './contract/audit.ts'
import { number, requireOwner, tags } from './contract/fields.ts'
import { queue, troubled } from './contract/jobs.ts'
import { settingCalls } from './contract/setting-calls.ts'
import { staffCalls } from './contract/staff-calls.ts'

/** The audit log and the jobs. */
export const auditCalls = {
  audit: admin()
    .route({
      method: 'GET',
      path: '/admin/audit',
      summary: 'Search the audit log, newest first',
      tags,
    })
    .input(z.object({ ...search, before: number.optional() }))
    .output(buildEnvelope(z.array(auditEvent))),
  auditFile: adminPersonalFile(...getPermittedRoles('data.export'))
    .route({
      method: 'GET',
      path: '/admin/audit/file',
      summary: 'Export the audit log as a CSV file',
      tags,
    })
    .input(z.object(search))
    .output(z.file()),
  recordExport: admin(...getPermittedRoles('data.export'))
    .route({
      method: 'POST',
      path: '/admin/exports',
      summary: 'Record the export of a list that the screen saves as a file',
      tags,
    })
    .input(
      z.object({
        name: z.string().trim().min(1).max(100),
        rows: z.int().min(0),
        search: z.string().max(200).default(''),
      }),
    )
    .output(messageOnly),
  auditChain: admin()
    .route({
      method: 'GET',
      path: '/admin/audit/chain',
      summary: 'Verify the hash chain of the audit log in batches of some thousand events',
      tags,
    })
    .input(z.object({ after: number.default('0') }))
    .output(
      buildEnvelope(
        z.object({
          head: z.object({ place: number, hash: z.string().nullable() }),
          waiting: z.int().meta({ description: 'events that are not chained yet' }),
          reached: number.meta({ description: 'send as `after` to continue' }),
          wrong: z.object({ place: number, problem: z.string() }).nullable(),
        }),
      ),
    ),
  jobs: admin()
    .route({
      method: 'GET',
      path: '/admin/jobs',
      summary: 'List the jobs and their failures',
      tags,
    })
    .output(buildEnvelope(z.object({ queues: z.array(queue), troubled: z.array(troubled) }))),
  retryJob: requireOwner()
    .route({
      method: 'POST',
      path: '/admin/jobs/{id}/retry',
      summary: 'Retry a failed job',
      tags,
    })
    .input(z.object({ id: z.uuid() }))
    .output(messageOnly),
}

export const administrationContract = {
  ...settingCalls,
  ...addressSourceCalls,
  ...staffCalls,
  ...auditCalls,
}
