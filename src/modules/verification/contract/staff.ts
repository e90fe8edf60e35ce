import { z } from 'zod'
import { MAX_STAFF_REASON } from '#lib/staff-texts.ts'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { admin, adminPersonalFile } from '#platform/http/contract.ts'
import { buildEnvelope, day, instant } from '#platform/http/schemas.ts'
import { CHECKS, PROVIDERS, VERIFICATION_STATUSES } from '../model.ts'
import { details, document, documentKind, id, level, levelNumber, tags } from './fields.ts'

const status = z.enum(VERIFICATION_STATUSES)
const check = z.enum(CHECKS)
const reasonText = z
  .string()
  .max(MAX_STAFF_REASON * 2)
  .default('')

const line = z.object({
  _id: z.string(),
  member: z.object({ _id: z.string(), name: z.string() }),
  level,
  status,
  provider: z.enum(PROVIDERS),
  begunAt: instant,
  submittedAt: instant.nullable(),
  dueAt: instant.nullable().meta({ description: 'the promised time of the decision' }),
  overdue: z.boolean(),
  decidedAt: instant.nullable(),
  decidedBy: z.string().nullable(),
  approvedBy: z
    .string()
    .nullable()
    .meta({ description: 'who approved the refusal as the second admin' }),
  expiresOn: day.nullable(),
  waiting: z
    .object({ by: z.string(), at: instant, reason: z.string() })
    .nullable()
    .meta({ description: 'a proposed refusal that waits for a second admin' }),
})

const review = line.extend({
  submitted: z
    .object({ name: z.string(), ...details })
    .nullable()
    .meta({ description: 'the name and the details at the submission; null of a closed account' }),
  profile: z
    .object({
      name: z.string(),
      email: z.string(),
      phoneNumber: z.string(),
      country: z.string(),
      memberSince: instant,
    })
    .meta({ description: 'the current profile' }),
  code: z.string().nullable(),
  codeOn: day.nullable(),
  documents: z.array(
    document.extend({
      path: z.string().nullable().meta({ description: 'null once the file was deleted' }),
    }),
  ),
  checks: z.array(check).meta({ description: 'what a reviewer confirms at this level' }),
  confirmed: z.array(check),
  documentValidUntil: day.nullable(),
  proposedRecheckOn: day,
  memberReason: z.string().nullable(),
  staffReason: z.string().nullable(),
  rejectedDocuments: z.array(documentKind),
  providerNote: z.string().nullable(),
  found: z
    .object({
      names: z.array(z.string()),
      birthDate: z.string().nullable(),
      countries: z.array(z.string()),
    })
    .nullable()
    .meta({ description: 'what the provider passed, where it differs from what was submitted' }),
  memberLevel: levelNumber,
  sameDocuments: z
    .array(z.string())
    .meta({ description: 'verifications of other members with the same file' }),
  earlier: z.array(
    z.object({ _id: z.string(), level, status, decidedAt: instant.nullable(), begunAt: instant }),
  ),
})

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
