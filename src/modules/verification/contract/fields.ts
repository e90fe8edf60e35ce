import { z } from 'zod'
import { buildEnvelope, day, instant } from '#platform/http/schemas.ts'
import {
  DOCUMENT_KINDS,
  DOCUMENT_SIDES,
  LEVELS,
  PROVIDERS,
  VERIFICATION_STATUSES,
} from '../model.ts'

export const tags = ['Verification']
export const id = z.string().max(60)
export const level = z.enum(LEVELS)
export const documentKind = z.enum(DOCUMENT_KINDS)
export const documentSide = z.enum(DOCUMENT_SIDES)
export const levelNumber = z
  .union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])
  .meta({ description: '0 none, 1 basic, 2 full, 3 source of funds' })

/** The details a member declares; sent and answered alike. */
export const details = {
  birthDate: z.string().max(20).meta({ description: 'such as 1990-05-31' }),
  nationality: z.string().max(2).meta({ description: 'a country such as DE' }),
  street: z.string().max(400),
  city: z.string().max(200),
  postalCode: z.string().max(40).meta({ description: 'empty where a country has none' }),
  country: z.string().max(2).meta({ description: 'of the address, such as DE' }),
}

export const document = z.object({
  _id: z.string(),
  kind: documentKind,
  side: documentSide.nullable().meta({ description: 'of an identity document' }),
  uploadedAt: instant,
  mediaType: z.string(),
  bytes: z.int(),
})

const memberLevel = z.object({
  level,
  provider: z
    .enum([...PROVIDERS, 'none'])
    .meta({ description: 'of the open attempt, else the one that a new attempt uses' }),
  status: z.enum(['not_started', ...VERIFICATION_STATUSES]),
  verification: z.string().nullable().meta({ description: 'the id of the last attempt' }),
  canBegin: z.boolean().meta({ description: 'whether it can be started, or started again' }),
  needs: z.array(documentKind).meta({ description: 'the documents of this level' }),
  missing: z.array(documentKind).meta({ description: 'those that are still to be uploaded' }),
  documents: z.array(document),
  code: z.string().nullable().meta({ description: 'the code that the photo has to show' }),
  codeOn: day.nullable().meta({ description: 'the day of the code; it ends a day later' }),
  link: z
    .string()
    .nullable()
    .meta({ description: 'where the identity provider continues; only in the answer of begin' }),
  submittedAt: instant.nullable(),
  dueAt: instant.nullable().meta({ description: 'the promised time of the decision' }),
  overdue: z.boolean().meta({ description: 'whether the promised time has passed' }),
  decidedAt: instant.nullable(),
  reason: z.string().nullable().meta({
    description: 'what the member has to do again; also of the attempt before an unsubmitted one',
  }),
  rejectedDocuments: z.array(documentKind).meta({ description: 'the documents to send again' }),
  expiresOn: day.nullable().meta({ description: 'the day on which the level has to be renewed' }),
  expiresSoon: z.boolean().meta({ description: 'whether the renewal was announced' }),
  counts: z.boolean().meta({ description: 'whether it was passed for the current details' }),
})

/** A member's verification as a whole; every call of the member answers it. */
export const memberVerification = buildEnvelope(
  z.object({
    provider: z.enum([...PROVIDERS, 'none']),
    level: levelNumber,
    minAge: z.int(),
    reviewDays: z.int().meta({ description: 'the promised time of a review, in business days' }),
    retentionDays: z.int().meta({
      description: 'how long documents are retained after a refusal or the end of the account',
    }),
    accepted: z
      .object({ identity: z.array(z.string()), address: z.array(z.string()) })
      .meta({ description: 'the kinds of documents that the rules of the country accept' }),
    details: z.object({ ...details, version: z.int(), updatedAt: instant }).nullable(),
    detailsLocked: z
      .boolean()
      .meta({ description: 'in review or verified: a new basic verification unlocks them' }),
    levels: z.array(memberLevel),
  }),
)
