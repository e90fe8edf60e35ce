import { z } from 'zod'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { admin } from '#platform/http/contract.ts'
import {
  buildApprovalResponse,
  buildEnvelope,
  instant,
  messageOnly,
} from '#platform/http/schemas.ts'
import { factors } from './factors.ts'
import { email, id, tags } from './fields.ts'

/** The calls for what staff may do about a member's sign-in. */
export const memberAccessCalls = {
  memberFactors: admin()
    .route({
      method: 'GET',
      path: '/admin/users/{id}/security',
      tags,
      summary: "A member's 2FA methods",
    })
    .input(z.object({ id }))
    .output(
      buildEnvelope(
        z.object({
          ...factors.pick({ authenticatorSince: true, recoveryCodesLeft: true }).shape,
          passkeys: z.int(),
          frozenUntil: instant.nullable(),
          reset: z
            .object({ _id: z.string(), by: z.string(), at: instant })
            .nullable()
            .meta({ description: 'the proposal waiting for a second admin' }),
          disputed: z.boolean().meta({
            description: 'reported compromised, and the email address could not be restored',
          }),
          givingBack: z
            .object({ _id: z.string(), by: z.string(), at: instant })
            .nullable()
            .meta({ description: 'the proposal to restore it, waiting for a second admin' }),
        }),
      ),
    ),
  resetFactor: admin(...getPermittedRoles('member.reset-factor'))
    .route({
      method: 'POST',
      path: '/admin/users/{id}/reset-factor',
      outputStructure: 'detailed',
      tags,
      summary: "Remove a member's 2FA methods, or propose it",
    })
    .input(z.object({ id, reason: z.string().max(1_000).default('') }))
    .output(buildApprovalResponse(messageOnly)),
  endMemberSessions: admin(...getPermittedRoles('member.edit'))
    .route({
      method: 'POST',
      path: '/admin/users/{id}/end-sessions',
      tags,
      summary: 'End all sessions of a member',
    })
    .input(z.object({ id }))
    .output(messageOnly),
  giveAccountBack: admin(...getPermittedRoles('member.restore-access'))
    .route({
      method: 'POST',
      path: '/admin/users/{id}/give-back',
      outputStructure: 'detailed',
      tags,
      summary: 'Restore a compromised account at another address, or propose it',
    })
    .input(z.object({ id, email, reason: z.string().max(1_000).default('') }))
    .output(buildApprovalResponse(messageOnly)),
}
