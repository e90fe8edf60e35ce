import { z } from 'zod'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { admin, adminPersonalFile } from '#platform/http/contract.ts'
import { buildEnvelope } from '#platform/http/schemas.ts'
import { CHECKS } from '../model.ts'
import { documentKind, id, tags } from './fields.ts'
import { check, line, reasonText, review, status } from './review.ts'

/** The calls by which staff review verifications. */
export const staffVerificationCalls = {
  queue: admin()
    .route({
      method: 'GET',
      path: '/admin/verifications',
      summary: 'List verifications, those in review first, the longest overdue first',
      tags,
    })
    .input(z.object({ status: status.optional() }))
    .output(
      buildEnvelope(
        z.object({ inReview: z.int(), overdue: z.int(), verifications: z.array(line) }),
      ),
    ),
  review: admin(...getPermittedRoles('identity.pass'))
    .route({
      method: 'GET',
      path: '/admin/verifications/{id}',
      summary: 'Get a verification with its documents, beside the profile',
      tags,
    })
    .input(z.object({ id }))
    .output(buildEnvelope(review)),
  document: adminPersonalFile(...getPermittedRoles('identity.pass'))
    .route({
      method: 'GET',
      path: '/admin/verifications/documents/{id}',
      summary: 'View a document; each view is recorded in the audit log',
      tags,
    })
    .input(z.object({ id }))
    .output(z.file()),
  pass: admin(...getPermittedRoles('identity.pass'))
    .route({
      method: 'POST',
      path: '/admin/verifications/{id}/pass',
      summary: 'Pass a verification with what was confirmed, up to a re-check date',
      tags,
    })
    .input(
      z.object({
        id,
        confirmed: z.array(check).max(CHECKS.length),
        documentValidUntil: z.string().max(20).nullable().default(null),
        recheckOn: z.string().max(20),
      }),
    )
    .output(buildEnvelope(review)),
  return: admin(...getPermittedRoles('identity.pass'))
    .route({
      method: 'POST',
      path: '/admin/verifications/{id}/return',
      summary: 'Ask the member to try again, with the documents to send again',
      tags,
    })
    .input(
      z.object({
        id,
        memberReason: reasonText,
        documents: z.array(documentKind).max(4).default([]),
      }),
    )
    .output(buildEnvelope(review)),
  refuse: admin(...getPermittedRoles('identity.refuse'))
    .route({
      method: 'POST',
      path: '/admin/verifications/{id}/refuse',
      summary: 'Propose to refuse a verification; another admin decides',
      tags,
    })
    .input(z.object({ id, reason: reasonText }))
    .output(buildEnvelope(review)),
}
