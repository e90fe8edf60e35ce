import { z } from 'zod'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { bulkIds } from '#modules/transactions/contract.ts'
import { pageFacts } from '#platform/db/list-input.ts'
import { admin, adminMoney, adminPersonalFile } from '#platform/http/contract.ts'
import { approvalSignature, buildApprovalResponse, buildEnvelope } from '#platform/http/schemas.ts'
import { id, listQuery, tags } from './fields.ts'
import { bulkReview, counts, review, staffWithdrawal } from './staff-withdrawal.ts'

/** Approval, payment and rejection by staff. */
export const staffWithdrawalCalls = {
  list: admin()
    .route({
      method: 'GET',
      path: '/admin/withdrawals',
      summary: 'List withdrawals of all members; open ones oldest first, others newest first',
      tags,
    })
    .input(listQuery)
    .output(buildEnvelope(z.array(staffWithdrawal)).extend(pageFacts)),
  file: adminPersonalFile(...getPermittedRoles('data.export'))
    .route({
      method: 'GET',
      path: '/admin/withdrawals.csv',
      summary: 'Download the list as a file',
      tags,
    })
    .input(listQuery.omit({ page: true, size: true }))
    .output(z.file()),
  counts: admin()
    .route({
      method: 'GET',
      path: '/admin/withdrawals/counts',
      summary: 'Count withdrawals by status',
      tags,
    })
    .output(buildEnvelope(counts)),
  review: admin()
    .route({
      method: 'GET',
      path: '/admin/withdrawals/{id}/review',
      summary: 'Get the checks of a withdrawal and the entries that paying it would post',
      tags,
    })
    .input(z.object({ id }))
    .output(buildEnvelope(review)),
  reviews: admin()
    .route({
      method: 'GET',
      path: '/admin/withdrawals/reviews',
      summary: 'Preview the approval of several withdrawals, and list those that need a review',
      tags,
    })
    .input(z.object({ ids: bulkIds }))
    .output(buildEnvelope(bulkReview)),
  approve: adminMoney(...getPermittedRoles('withdrawal.approve'))
    .route({
      method: 'POST',
      path: '/admin/withdrawals/{id}/approve',
      summary:
        'Approve a withdrawal: fix rate, crypto amount and fee; 202 until another admin approves ' +
        'it too',
      outputStructure: 'detailed',
      tags,
    })
    .input(
      z.object({
        id,
        signature: approvalSignature,
        addressReviewed: z
          .boolean()
          .default(false)
          .meta({ description: 'needed for an address that was saved less than a day ago' }),
      }),
    )
    .output(buildApprovalResponse(buildEnvelope(staffWithdrawal))),
  reject: adminMoney(...getPermittedRoles('withdrawal.reject'))
    .route({
      method: 'POST',
      path: '/admin/withdrawals/{id}/reject',
      summary: 'Reject a withdrawal with a reason; the amount is available again at once',
      tags,
    })
    .input(z.object({ id, reason: z.string().max(2_000).optional() }))
    .output(buildEnvelope(staffWithdrawal)),
  paid: adminMoney(...getPermittedRoles('withdrawal.pay'))
    .route({
      method: 'POST',
      path: '/admin/withdrawals/{id}/paid',
      summary: 'Record the transaction that paid a withdrawal',
      tags,
    })
    .input(z.object({ id, txid: z.string().max(200).optional() }))
    .output(buildEnvelope(staffWithdrawal)),
  reverse: adminMoney(...getPermittedRoles('withdrawal.reverse'))
    .route({
      method: 'POST',
      path: '/admin/withdrawals/{id}/reverse',
      summary: 'Propose to reverse a payment; another admin has to approve it',
      successStatus: 202,
      tags,
    })
    .input(z.object({ id, reason: z.string().max(2_000).optional() }))
    .output(
      buildEnvelope(
        z.object({
          proposal: z.string().meta({ description: 'what a second admin approves or rejects' }),
        }),
      ),
    ),
}
