import { z } from 'zod'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { pageFacts } from '#platform/db/pages.ts'
import { admin, adminDecision, adminMoney } from '#platform/http/contract.ts'
import {
  buildApprovalResponse,
  buildEnvelope,
  instant,
  messageOnly,
} from '#platform/http/schemas.ts'
import {
  editedUser,
  entry,
  event,
  totals,
  user,
  users,
  usersQuery,
  waiting,
} from './contract/members.ts'
import { proposal, proposalDetails, proposalState } from './contract/proposals.ts'

const tags = ['Back office']
const id = z.string().max(60)
const decision = {
  id,
  hash: z.string().regex(/^[0-9a-f]{64}$/, 'Name the content that you decide on.'),
}

/** Text as sent. The command validates it and reports the field. */
const rawText = z
  .union([z.string().max(1_000), z.number()])
  .transform(String)
  .optional()
const derivedFigure = rawText.meta({
  description: 'calculated from the books: send it unchanged or not at all',
})

export const backofficeContract = {
  approvals: admin()
    .route({
      method: 'GET',
      path: '/admin/approvals',
      summary: 'List proposals, newest first',
      tags,
    })
    .input(
      z.object({
        state: proposalState.optional(),
        before: z
          .string()
          .regex(/^\d{1,18}$/)
          .optional(),
      }),
    )
    .output(buildEnvelope(z.array(proposal))),
  approval: admin()
    .route({
      method: 'GET',
      path: '/admin/approvals/{id}',
      summary: 'Get a proposal with its journal rows',
      tags,
    })
    .input(z.object({ id }))
    .output(buildEnvelope(proposalDetails)),
  approve: adminDecision(...getPermittedRoles('proposal.decide'))
    .route({
      method: 'POST',
      path: '/admin/approvals/{id}/approve',
      summary: 'Approve and execute the proposal of another admin',
      tags,
    })
    .input(z.object(decision))
    .output(buildEnvelope(proposal)),
  decline: admin(...getPermittedRoles('proposal.decide'))
    .route({
      method: 'POST',
      path: '/admin/approvals/{id}/reject',
      summary: 'Reject a proposal, or withdraw your own',
      tags,
    })
    .input(z.object({ ...decision, reason: z.string().max(500).default('') }))
    .output(buildEnvelope(proposal)),
  users: admin()
    .route({ method: 'GET', path: '/admin/users', summary: 'List members', tags })
    .input(usersQuery)
    .output(
      z.object({ message: z.string(), data: users }).extend({ ...users.shape, ...pageFacts }),
    ),
  usersFile: admin()
    .route({
      method: 'GET',
      path: '/admin/users.csv',
      summary: 'Export members as CSV',
      tags,
    })
    .input(usersQuery.omit({ page: true, size: true }))
    .output(z.file()),
  waiting: admin()
    .route({
      method: 'GET',
      path: '/admin/waiting',
      summary: 'Count open work',
      tags,
    })
    .output(buildEnvelope(waiting)),
  user: admin()
    .route({
      method: 'GET',
      path: '/admin/users/{id}',
      summary: 'Get a member with all figures',
      tags,
    })
    .input(z.object({ id: z.string().max(60) }))
    .output(buildEnvelope(user)),
  timeline: admin()
    .route({
      method: 'GET',
      path: '/admin/users/{id}/timeline',
      tags,
      summary: 'List the timeline of a member, newest first',
    })
    .input(z.object({ id, before: z.iso.datetime().optional(), kind: event.shape.kind.optional() }))
    .output(
      buildEnvelope(
        z.object({
          events: z.array(event),
          before: instant
            .nullable()
            .meta({ description: 'send it to read the next page; null at the end' }),
        }),
      ),
    ),
  entries: admin()
    .route({
      method: 'GET',
      path: '/admin/users/{id}/entries',
      summary: 'List the newest journal rows of a member',
      tags,
    })
    .input(z.object({ id, limit: z.coerce.number().int().min(1).max(500).default(100) }))
    .output(buildEnvelope(z.array(entry))),
  suspend: admin(...getPermittedRoles('member.edit'))
    .route({ method: 'POST', path: '/admin/users/{id}/suspend', summary: 'Suspend a member', tags })
    .input(
      z.object({
        id,
        reason: z.string().max(1_000).default('').meta({ description: 'the member reads it' }),
        review_on: z.string().max(20).default('').meta({ description: 'the review date' }),
      }),
    )
    .output(messageOnly),
  reactivate: admin(...getPermittedRoles('member.edit'))
    .route({
      method: 'POST',
      path: '/admin/users/{id}/reactivate',
      summary: 'End a suspension',
      tags,
    })
    .input(z.object({ id }))
    .output(messageOnly),
  totals: admin()
    .route({
      method: 'GET',
      path: '/admin/totals',
      summary: 'Get the figures of the overview',
      tags,
    })
    .output(buildEnvelope(totals)),
  remove: adminMoney(...getPermittedRoles('member.delete'))
    .route({
      method: 'DELETE',
      path: '/user/{id}',
      summary: "Close a member's account for good",
      tags,
    })
    .input(z.object({ id, reason: rawText.meta({ description: 'the member reads it' }) }))
    .output(messageOnly),
  edit: adminMoney(...getPermittedRoles('member.edit'))
    .route({
      method: 'PATCH',
      path: '/users/{id}',
      summary: "Change a member's names, or adjust the balance with a reason",
      outputStructure: 'detailed',
      tags,
    })
    .input(
      z.object({
        id,
        first_name: rawText,
        last_name: rawText,
        total_balance: derivedFigure,
        total_invest: derivedFigure,
        withdrawable_balance: rawText.meta({
          description: 'the new account balance in dollars',
        }),
        expected_balance: rawText.meta({
          description: 'the account balance that the form was loaded with',
        }),
        reason: rawText.meta({
          description: 'required when the balance changes; the member reads it',
        }),
      }),
    )
    .output(buildApprovalResponse(buildEnvelope(editedUser))),
}
