import { z } from 'zod'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { buildListQuery, bulkIds } from '#modules/transactions/contract.ts'
import { pageFacts } from '#platform/db/list-input.ts'
import { admin, adminMoney, adminPersonalFile } from '#platform/http/contract.ts'
import {
  approvalSignature,
  buildApprovalResponse,
  buildEnvelope,
  messageOnly,
  usd,
} from '#platform/http/schemas.ts'
import { EVIDENCE_FILTERS } from '../model.ts'
import { arrivedAt, formText, id, status, tags } from './fields.ts'
import { bulkReview, review, unmatchedPayment, waitingReversal } from './review.ts'
import { staffLine } from './staff-line.ts'

const counts = z.object({
  all: z.int(),
  awaiting_payment: z.int(),
  pending: z.int(),
  completed: z.int(),
  rejected: z.int(),
  expired: z.int(),
  reversed: z.int(),
})

const listQuery = buildListQuery(status).extend({
  plan: id.optional().meta({ description: 'the id of the plan' }),
  evidence: z
    .enum(EVIDENCE_FILTERS)
    .optional()
    .meta({ description: 'by what the blockchain shows of the payment' }),
})

/** Review, confirmation and rejection by staff. */
export const staffDepositCalls = {
  list: admin()
    .route({
      method: 'GET',
      path: '/transactions',
      summary: 'List deposits of all members; pending ones oldest first, others newest first',
      tags,
    })
    .input(listQuery)
    .output(buildEnvelope(z.array(staffLine)).extend(pageFacts)),
  file: adminPersonalFile(...getPermittedRoles('data.export'))
    .route({
      method: 'GET',
      path: '/transactions.csv',
      summary: 'Download the list as a file',
      tags,
    })
    .input(listQuery.omit({ page: true, size: true }))
    .output(z.file()),
  counts: admin()
    .route({
      method: 'GET',
      path: '/transactions/counts',
      summary: 'Count deposits by status',
      tags,
    })
    .output(buildEnvelope(counts)),
  review: admin()
    .route({
      method: 'GET',
      path: '/transactions/{id}/review',
      summary: 'Get the checks of a deposit and the entries that confirming it would post',
      tags,
    })
    .input(
      z.object({
        id,
        received: formText.meta({ description: 'in the coin, when not as quoted' }),
        arrivedAt,
      }),
    )
    .output(buildEnvelope(review)),
  reviews: admin()
    .route({
      method: 'GET',
      path: '/transactions/reviews',
      summary:
        'Preview the confirmation of several deposits as quoted, and list those that need a review',
      tags,
    })
    .input(z.object({ ids: bulkIds }))
    .output(buildEnvelope(bulkReview)),
  proof: adminPersonalFile(...getPermittedRoles('data.export'))
    .route({
      method: 'GET',
      path: '/transactions/{id}/proof',
      summary: 'Download a proof of payment',
      tags,
    })
    .input(z.object({ id }))
    .output(z.file()),
  notePayment: admin(...getPermittedRoles('deposit.confirm'))
    .route({
      method: 'POST',
      path: '/transactions/{id}/observed-payment',
      summary: 'Record that a payment arrived without a proof, so that the deposit is pending',
      tags,
    })
    .input(z.object({ id, arrivedAt, evidence: z.string().max(2_000).optional() }))
    .output(buildEnvelope(staffLine)),
  confirm: adminMoney(...getPermittedRoles('deposit.confirm'))
    .route({
      method: 'POST',
      path: '/transactions/{id}/confirm',
      summary: 'Credit the amount received, once; 202 until another admin approves it',
      outputStructure: 'detailed',
      tags,
    })
    .input(
      z.object({
        id,
        received: formText.meta({ description: 'in the coin, or in dollars beside bankReference' }),
        txid: z.string().max(200).optional(),
        outputIndex: z.int().min(0).max(1_000_000).optional(),
        bankReference: z.string().trim().min(1).max(200).optional(),
        arrivedAt,
        credited: formText.meta({ description: 'in dollars, as the review showed it' }),
        invested: formText.meta({ description: 'in dollars, as the review showed it' }),
        signature: approvalSignature,
      }),
    )
    .output(buildApprovalResponse(buildEnvelope(staffLine))),
  unmatched: admin()
    .route({
      method: 'GET',
      path: '/transactions/unmatched',
      summary: 'List payments on chain that belong to no deposit, newest first',
      tags,
    })
    .output(buildEnvelope(z.array(unmatchedPayment))),
  receiveUnmatched: adminMoney(...getPermittedRoles('suspense.receive'))
    .route({
      method: 'POST',
      path: '/transactions/unmatched/{id}/receive',
      summary: 'Post an unmatched payment to suspense, as the blockchain shows it',
      tags,
    })
    .input(z.object({ id }))
    .output(messageOnly),
  reject: admin(...getPermittedRoles('deposit.reject'))
    .route({
      method: 'POST',
      path: '/transactions/{id}/reject',
      summary: 'Reject a deposit with a reason',
      tags,
    })
    .input(z.object({ id, reason: z.string().max(2_000).optional() }))
    .output(messageOnly),
  reverse: adminMoney(...getPermittedRoles('deposit.reverse'))
    .route({
      method: 'POST',
      path: '/transactions/{id}/reverse',
      summary: 'Propose to reverse a confirmed deposit; another admin has to approve it',
      successStatus: 202,
      tags,
    })
    .input(z.object({ id, reason: z.string().max(2_000).optional() }))
    .output(buildEnvelope(waitingReversal)),
}

/** Sums of deposits. */
export const depositSumCalls = {
  funds: admin()
    .route({
      method: 'GET',
      path: '/admin/funds',
      summary: 'Get the sum of completed deposits',
      tags,
    })
    .output(buildEnvelope(usd)),
  pending: admin()
    .route({
      method: 'GET',
      path: '/admin/pending',
      summary: 'Count deposits that await a decision',
      tags,
    })
    .output(buildEnvelope(z.int())),
}
