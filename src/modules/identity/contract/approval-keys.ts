import { z } from 'zod'
import { getPermittedRoles, KEY_STATES } from '#modules/approvals/model.ts'
import { admin } from '#platform/http/contract.ts'
import { buildEnvelope, instant, messageOnly } from '#platform/http/schemas.ts'
import { forBrowser, id, passkey } from './fields.ts'

const tags = ['Approval keys']

const approvalKey = z.object({
  _id: z.string(),
  owner: z.string(),
  mine: z.boolean(),
  kind: z
    .enum(['passkey', 'software'])
    .meta({ description: '`software`: of a sample admin of the sandbox, held by the server' }),
  state: z.enum(KEY_STATES),
  fingerprint: z.string().meta({ description: 'SHA-256 of the public key, in hex' }),
  first: z
    .boolean()
    .meta({ description: 'one of the first keys, which no other admin could confirm' }),
  addedAt: instant,
  usableFrom: instant.nullable().meta({ description: 'null until another admin confirms it' }),
  origin: z.string().meta({ description: 'the address of the site that it was made for' }),
  ended: z
    .object({
      at: instant,
      by: z.string(),
      reason: z.string(),
      reset: z
        .boolean()
        .meta({ description: 'by the owner of the database, who ended all keys at once' }),
    })
    .nullable(),
  mayEnd: z.boolean(),
})

/** The keys that admins sign approvals with, and what they sign. */
export const approvalKeyCalls = {
  approvalKeys: admin()
    .route({ method: 'GET', path: '/admin/approval-keys', summary: 'List approval keys', tags })
    .output(buildEnvelope(z.array(approvalKey))),
  beginApprovalKey: admin(...getPermittedRoles('approval-key.add'))
    .route({
      method: 'POST',
      path: '/admin/approval-keys/options',
      summary: 'Start adding an approval key',
      tags,
    })
    .output(buildEnvelope(forBrowser)),
  addApprovalKey: admin(...getPermittedRoles('approval-key.add'))
    .route({
      method: 'POST',
      path: '/admin/approval-keys',
      summary: 'Add the approval key that the browser created; another admin confirms it',
      tags,
    })
    .input(z.object({ passkey }))
    .output(
      buildEnvelope(
        z.object({
          _id: z.string(),
          first: z.boolean().meta({ description: 'whether no other admin confirms it' }),
        }),
      ),
    ),
  endApprovalKey: admin(...getPermittedRoles('approval-key.add'))
    .route({
      method: 'POST',
      path: '/admin/approval-keys/{id}/end',
      summary: 'End an approval key for good',
      tags,
    })
    .input(z.object({ id, reason: z.string().max(2_000).default('') }))
    .output(messageOnly),
  statement: admin(...getPermittedRoles('proposal.decide'))
    .route({
      method: 'GET',
      path: '/admin/approvals/{id}/statement',
      summary: 'Get what approving a proposal signs',
      tags,
    })
    .input(z.object({ id }))
    .output(
      buildEnvelope(
        z.object({
          statement: z.string().meta({ description: 'its SHA-256 is the challenge' }),
          signedBy: z
            .enum(['passkey', 'software', 'none'])
            .meta({ description: '`none`: the caller has no active approval key' }),
          options: forBrowser.nullable(),
        }),
      ),
    ),
}
