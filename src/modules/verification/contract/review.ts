import { z } from 'zod'
import { MAX_STAFF_REASON } from '#lib/staff-texts.ts'
import { day, instant } from '#platform/http/schemas.ts'
import { CHECKS, PROVIDERS, VERIFICATION_STATUSES } from '../model.ts'
import { details, document, documentKind, level, levelNumber } from './fields.ts'

export const status = z.enum(VERIFICATION_STATUSES)

export const check = z.enum(CHECKS)

export const reasonText = z
  .string()
  .max(MAX_STAFF_REASON * 2)
  .default('')

export const line = z.object({
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

export const review = line.extend({
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
