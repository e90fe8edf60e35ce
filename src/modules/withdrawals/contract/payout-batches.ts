import { z } from 'zod'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { paymentMethod } from '#modules/transactions/contract.ts'
import { admin, adminMoney, adminPersonalFile } from '#platform/http/contract.ts'
import {
  buildApprovalResponse,
  buildEnvelope,
  instant,
  messageOnly,
  usd,
} from '#platform/http/schemas.ts'
import { BATCH_STATUSES, PAYOUT_KINDS } from '../model.ts'
import { id, tags } from './fields.ts'
import { batchDraft, payoutTransaction } from './payout-transactions.ts'

const status = z.enum(BATCH_STATUSES)
const kind = z.enum(PAYOUT_KINDS)

/** The batch that a withdrawal is in. */
export const payoutBatchOfRow = z
  .object({
    _id: z.string(),
    number: z.int(),
    status,
    exportedAt: instant.nullable(),
    exportedBy: z.string().nullable(),
  })
  .nullable()

const waiting = z.object({ proposal: z.string(), by: z.string(), at: instant }).nullable()

const batch = z.object({
  _id: z.string(),
  number: z.int(),
  status,
  method: paymentMethod.nullable().meta({ description: 'null in a batch of an earlier release' }),
  kind: kind.nullable().meta({ description: 'what it is exported as; null until then' }),
  count: z.int(),
  sum: usd,
  createdAt: instant,
  createdBy: z.string(),
  exportedAt: instant.nullable(),
  exportedBy: z.string().nullable(),
  completedAt: instant.nullable(),
  unpaid: z.int().meta({ description: 'withdrawals that are not paid yet' }),
  confirmations: z
    .object({ count: z.int(), needed: z.int().nullable() })
    .nullable()
    .meta({ description: 'of its least confirmed transaction; needed is null until finality' }),
  exporting: waiting.meta({
    description: 'who has proposed to export it; null without a proposal',
  }),
  cancelling: waiting.meta({
    description: 'who has proposed to cancel it; null without a proposal',
  }),
  cancelled: z.object({ at: instant, by: z.string(), reason: z.string() }).nullable(),
})

const next = z.object({
  method: paymentMethod,
  network: z.string(),
  count: z.int(),
  sum: usd,
  needsSecondAdmin: z.boolean().meta({ description: 'with what was exported alone in 24 hours' }),
  withdrawals: z.array(z.object({ _id: z.string(), member: z.string(), amount: usd })),
})

const line = z.object({
  _id: z.string(),
  member: z.string(),
  address: z.string(),
  coin: z.string(),
  coinAmount: z.string(),
  amount: usd,
  paid: z.boolean(),
  txid: z.string().nullable(),
  explorer: z.string().nullable(),
})

const batchDetails = batch.extend({
  kinds: z.array(kind).meta({ description: 'the files it can be exported as' }),
  needsSecondAdmin: z.boolean().meta({ description: 'to export it now' }),
  fileSha256: z.string().nullable(),
  units: z.string().meta({ description: 'the sum in coin' }),
  cancellable: z.boolean(),
  provider: z.boolean().meta({ description: 'a provider of its chain is connected' }),
  lines: z.array(line),
  transactions: z.array(payoutTransaction),
})

const batchId = z.object({ id })
/** Satoshis for a virtual byte, as decimal text. */
const feeRate = z.string().max(12)

/** Payout batches: approved withdrawals that are paid together. */
export const payoutBatchCalls = {
  batches: admin()
    .route({
      method: 'GET',
      path: '/admin/payout-batches',
      summary: 'List the newest payout batches, and what the next ones would contain',
      tags,
    })
    .output(buildEnvelope(z.object({ batches: z.array(batch), next: z.array(next) }))),
  createBatch: adminMoney(...getPermittedRoles('payout-batch.export'))
    .route({
      method: 'POST',
      path: '/admin/payout-batches',
      summary: 'Create a batch of approved withdrawals of one payment method',
      tags,
    })
    .input(
      z.object({
        method: paymentMethod,
        withdrawals: z
          .array(z.string().max(60))
          .min(1)
          .max(200)
          .optional()
          .meta({ description: 'their ids; without them, all that can be paid' }),
      }),
    )
    .output(buildEnvelope(z.object({ _id: z.string() }))),
  batch: admin()
    .route({
      method: 'GET',
      path: '/admin/payout-batches/{id}',
      summary: 'Get a payout batch with its withdrawals and its transactions',
      tags,
    })
    .input(batchId)
    .output(buildEnvelope(batchDetails)),
  draftBatch: admin(...getPermittedRoles('payout-batch.export'))
    .route({
      method: 'GET',
      path: '/admin/payout-batches/{id}/draft',
      summary: 'Preview the Bitcoin transaction of a batch at a fee rate; nothing is stored',
      tags,
    })
    .input(z.object({ id, feeRate: feeRate.optional() }))
    .output(buildEnvelope(batchDraft)),
  exportBatch: adminMoney(...getPermittedRoles('payout-batch.export'))
    .route({
      method: 'POST',
      path: '/admin/payout-batches/{id}/export',
      summary: 'Export a batch once; 202 until a second admin approves it',
      outputStructure: 'detailed',
      tags,
    })
    .input(z.object({ id, kind: kind.optional(), feeRate: feeRate.optional() }))
    .output(buildApprovalResponse(buildEnvelope(z.object({ _id: z.string() })))),
  batchFile: adminPersonalFile(...getPermittedRoles('payout-batch.export'))
    .route({
      method: 'GET',
      path: '/admin/payout-batches/{id}/file',
      summary: 'Download the file of an exported batch, the same each time',
      tags,
    })
    .input(batchId)
    .output(z.file()),
  storeSigned: adminMoney(...getPermittedRoles('payout-batch.export'))
    .route({
      method: 'POST',
      path: '/admin/payout-batches/{id}/signed',
      summary: 'Store the signed Bitcoin transaction of a batch: a PSBT or the raw transaction',
      tags,
    })
    .input(z.object({ id, signed: z.string().max(800_000).optional() }))
    .output(messageOnly),
  sendBatch: adminMoney(...getPermittedRoles('payout-batch.export'))
    .route({
      method: 'POST',
      path: '/admin/payout-batches/{id}/send',
      summary: 'Send the signed Bitcoin transaction of a batch, or record that it was sent',
      tags,
    })
    .input(z.object({ id, sentByOperator: z.boolean().default(false) }))
    .output(messageOnly),
  recordSent: adminMoney(...getPermittedRoles('payout-batch.export'))
    .route({
      method: 'POST',
      path: '/admin/payout-batches/{id}/transactions',
      summary: 'Record the transactions that were sent for a batch; the chain completes it',
      tags,
    })
    .input(
      z.object({
        id,
        txid: z
          .string()
          .max(20_000)
          .meta({ description: 'their ids, separated by spaces or lines' }),
      }),
    )
    .output(messageOnly),
  replaceBatch: adminMoney(...getPermittedRoles('payout-batch.export'))
    .route({
      method: 'POST',
      path: '/admin/payout-batches/{id}/replace',
      summary: 'Replace the Bitcoin transaction of a batch by one with a higher fee',
      tags,
    })
    .input(z.object({ id, feeRate }))
    .output(messageOnly),
  cancelBatch: adminMoney(...getPermittedRoles('payout-batch.cancel'))
    .route({
      method: 'POST',
      path: '/admin/payout-batches/{id}/cancel',
      summary: 'Cancel a batch; another admin always decides about an exported one',
      outputStructure: 'detailed',
      tags,
    })
    .input(z.object({ id, reason: z.string().max(2_000).optional() }))
    .output(buildApprovalResponse(messageOnly)),
}
