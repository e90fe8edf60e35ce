import { z } from 'zod'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { admin, adminPersonalFile } from '#platform/http/contract.ts'
import { buildEnvelope, instant } from '#platform/http/schemas.ts'
import { problem } from './checks.ts'
import { tags } from './fields.ts'

const verification = z.object({
  _id: z.string(),
  by: z.string(),
  requestedAt: instant,
  finishedAt: instant.nullable(),
  failed: z.string().nullable(),
  stepsInAll: z.int(),
  steps: z.array(z.object({ name: z.string(), doneAt: z.string(), problems: z.array(problem) })),
})

/** Verifications and copies of the journal. */
export const verificationCalls = {
  verifications: admin()
    .route({
      method: 'GET',
      path: '/admin/ledger/verifications',
      summary: 'List verifications of the whole ledger, with their progress',
      tags,
    })
    .output(buildEnvelope(z.array(verification))),
  verify: admin(...getPermittedRoles('ledger.reconcile'))
    .route({
      method: 'POST',
      path: '/admin/ledger/verifications',
      summary: 'Verify the whole ledger from its first row',
      tags,
    })
    .output(buildEnvelope(z.object({ _id: z.string() }))),
  copy: adminPersonalFile(...getPermittedRoles('data.export'))
    .route({
      method: 'GET',
      path: '/admin/ledger/export',
      summary: 'Download the chained journal as a file that hledger or beancount checks',
      tags,
    })
    .input(z.object({ format: z.enum(['hledger', 'beancount']).default('hledger') }))
    .output(z.file()),
}
