import { z } from 'zod'
import { member, memberUpload } from '#platform/http/contract.ts'
import {
  details,
  documentKind,
  documentSide,
  id,
  level,
  memberVerification,
  tags,
} from './fields.ts'

/** The calls by which members verify their identity. */
export const memberVerificationCalls = {
  mine: member
    .route({
      method: 'GET',
      path: '/users/verification',
      summary: 'Get the member’s details, levels and documents, and what is missing',
      tags,
    })
    .output(memberVerification),
  saveDetails: member
    .route({
      method: 'PUT',
      path: '/users/verification/details',
      summary: 'Save the date of birth, nationality and address',
      tags,
    })
    .input(
      z.object({
        ...details,
        version: z
          .int()
          .min(0)
          .meta({ description: 'the version that was changed; 0 for the first save' }),
      }),
    )
    .output(memberVerification),
  begin: member
    .route({
      method: 'POST',
      path: '/users/verification/begin',
      summary: 'Start a level, go on with it, or get the code of today',
      tags,
    })
    .input(z.object({ level }))
    .output(memberVerification),
  upload: memberUpload
    .route({
      method: 'POST',
      path: '/users/verification/{id}/documents',
      summary: 'Upload a document, in place of the one before',
      tags,
    })
    .input(
      z.object({
        id,
        kind: documentKind,
        side: documentSide
          .optional()
          .meta({ description: 'of an identity document; front by default' }),
        file: z
          .union([z.file(), z.string().max(300)])
          .optional()
          .meta({ description: 'PNG, JPEG, WebP or PDF, up to 10 MB' }),
      }),
    )
    .output(memberVerification),
  remove: member
    .route({
      method: 'DELETE',
      path: '/users/verification/documents/{id}',
      summary: 'Remove a document before the submission',
      tags,
    })
    .input(z.object({ id }))
    .output(memberVerification),
  submit: member
    .route({
      method: 'POST',
      path: '/users/verification/{id}/submit',
      summary: 'Submit a verification for review',
      tags,
    })
    .input(z.object({ id }))
    .output(memberVerification),
}
