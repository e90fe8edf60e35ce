import { z } from 'zod'
import { CURRENCIES } from '#lib/money.ts'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import {
  buildEntry,
  bulkIds,
  checks,
  memberOfRow,
  waiting,
} from '#modules/transactions/contract.ts'
import { pageFacts } from '#platform/db/list-input.ts'
import { admin, adminMoney, adminPersonalFile } from '#platform/http/contract.ts'
import {
  approvalSignature,
  buildApprovalResponse,
  buildEnvelope,
  instant,
  usd,
} from '#platform/http/schemas.ts'
import { id, listQuery, tags, withdrawal } from './fields.ts'
import { payoutBatchOfRow } from './payout-batches.ts'

const staffWithdrawal = withdrawal.extend({
  member: memberOfRow,
  payoutBatch: payoutBatchOfRow.meta({ description: 'the batch in which it was exported' }),
  ...waiting,
  approvedBy: z.string().nullable(),
  closedBy: z.string().nullable(),
  reversedBy: z.string().nullable().meta({ description: 'the admin who approved the reversal' }),
})

const entry = buildEntry(z.enum(CURRENCIES), z.string())

const review = z.object({
  withdrawal: staffWithdrawal,
  network: z.string(),
  checks,
  coinAmount: z
    .string()
    .meta({ description: 'fixed when approved; until then at the current rate' }),
  rate: z.string(),
  fixed: z.boolean(),
  entries: z
    .array(entry)
    .meta({ description: 'what paying will post; once paid, what it has posted' }),
  balance: usd.meta({ description: 'what the member has without what is held' }),
  held: usd,
  secondAdminFrom: usd,
  recentSum: usd.meta({ description: 'approved for the member in the last 24 hours' }),
  needsSecondAdmin: z.boolean().meta({ description: 'with the sum of 24 hours' }),
  newAddress: z.boolean().meta({ description: 'saved less than a day ago' }),
  proposed: z
    .object({ proposal: z.string(), by: z.string(), at: instant, mine: z.boolean() })
    .nullable(),
  reversal: z
    .object({
      refusal: z
        .string()
        .nullable()
        .meta({ description: 'why it can’t be reversed now; null where it can' }),
      entries: z.array(entry).meta({ description: 'what the reversal will post' }),
      waiting: z
        .object({ proposal: z.string(), by: z.string(), at: instant })
        .nullable()
        .meta({ description: 'who has proposed it; null without a proposal' }),
    })
    .nullable()
    .meta({ description: 'null unless the withdrawal is paid' }),
})

const counts = z.object({
  all: z.int(),
  pending: z.int(),
  approved: z.int(),
  completed: z.int(),
  rejected: z.int(),
  cancelled: z.int(),
  reversed: z.int(),
})

/** Withdrawals as one action approves them. */
const bulkReview = z.object({
  withdrawals: z.array(
    z.object({
      withdrawal: staffWithdrawal,
      checks,
      coinAmount: z.string().meta({ description: 'at the current rate; fixed by the approval' }),
      needsSecondAdmin: z
        .boolean()
        .meta({ description: 'with those before it in the list: approving only proposes it' }),
      refusal: z
        .string()
        .nullable()
        .meta({ description: 'why it has to be opened and decided alone; null if it is ready' }),
    }),
  ),
  ready: z.object({ count: z.int(), amount: usd, arrives: usd }),
})

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
