import { z } from 'zod'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { admin, adminDecision } from '#platform/http/contract.ts'
import { approvalSignature, buildEnvelope } from '#platform/http/schemas.ts'
import { id, tags } from './fields.ts'
import { proposal, proposalDetails, proposalState } from './proposals.ts'

const decision = {
  id,
  hash: z.string().regex(/^[0-9a-f]{64}$/, 'Send the hash of the content you’re deciding on.'),
}

/** Proposals that a second admin decides. */
export const approvalCalls = {
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
    .input(
      z.object({
        ...decision,
        signature: approvalSignature,
        addressReviewed: z
          .boolean()
          .default(false)
          .meta({ description: 'needed for a withdrawal with `newAddress`' }),
      }),
    )
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
}
