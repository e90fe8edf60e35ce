import { z } from 'zod'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { admin, adminMoney, adminPersonalFile } from '#platform/http/contract.ts'
import {
  buildApprovalResponse,
  buildEnvelope,
  instant,
  messageOnly,
  usd,
} from '#platform/http/schemas.ts'
import { id, tags } from './fields.ts'

/** The batch in which a withdrawal was exported. */
export const payoutBatchOfRow = z
  .object({ _id: z.string(), number: z.int(), exportedAt: instant, exportedBy: z.string() })
  .nullable()

const batch = z.object({
  _id: z.string(),
  number: z.int(),
  count: z.int(),
  sum: usd,
  exportedAt: instant,
  exportedBy: z.string(),
  unpaid: z.int().meta({ description: 'withdrawals that are not marked as paid yet' }),
  cancelling: z
    .object({ proposal: z.string(), by: z.string(), at: instant })
    .nullable()
    .meta({ description: 'who has proposed to cancel it; null without a proposal' }),
  cancelled: z.object({ at: instant, by: z.string(), reason: z.string() }).nullable(),
})

const next = z.object({
  count: z.int(),
  sum: usd,
  needsSecondAdmin: z.boolean().meta({ description: 'with what was exported alone in 24 hours' }),
})

/** Payout batches: approved withdrawals, exported together to the wallet that pays them. */
export const payoutBatchCalls = {
  batches: admin()
    .route({
      method: 'GET',
      path: '/admin/payout-batches',
      summary: 'List the newest payout batches, and what the next one would contain',
      tags,
    })
    .output(buildEnvelope(z.object({ batches: z.array(batch), next }))),
  exportBatch: adminMoney(...getPermittedRoles('payout-batch.export'))
    .route({
      method: 'POST',
      path: '/admin/payout-batches',
      summary: 'Export all approved withdrawals once; 202 until a second admin approves the batch',
      outputStructure: 'detailed',
      tags,
    })
    .output(buildApprovalResponse(buildEnvelope(z.object({ _id: z.string() })))),
  batchFile: adminPersonalFile(...getPermittedRoles('payout-batch.export'))
    .route({
      method: 'GET',
      path: '/admin/payout-batches/{id}/file',
      summary: 'Download the file of an exported batch, the same each time',
      tags,
    })
    .input(z.object({ id }))
    .output(z.file()),
  cancelBatch: adminMoney(...getPermittedRoles('payout-batch.cancel'))
    .route({
      method: 'POST',
      path: '/admin/payout-batches/{id}/cancel',
      summary: 'Propose to cancel an exported batch; another admin always decides',
      outputStructure: 'detailed',
      tags,
    })
    .input(z.object({ id, reason: z.string().max(2_000).optional() }))
    .output(buildApprovalResponse(messageOnly)),
}
