import type { Selectable } from 'kysely'
import type { Reader } from '#platform/db/db.ts'
import type { DeclaredDetails, Verification, VerificationDocument } from '../model.ts'
import type { VerificationTables } from '../tables.ts'

export const getTables = (reader: Reader) => reader.withTables<VerificationTables>()

export const toVerification = (
  row: Selectable<VerificationTables['identity_verification']>,
): Verification => ({
  id: row.id,
  sequence: row.sequence,
  memberId: row.member_id,
  level: row.level,
  provider: row.provider,
  status: row.status,
  begunAt: row.begun_at,
  code: row.code,
  codeOn: row.code_on,
  submittedAt: row.submitted_at,
  dueAt: row.due_at,
  name: row.name,
  details: row.details,
  identityVersion: row.identity_version,
  contentHash: row.content_hash,
  decidedAt: row.decided_at,
  decidedBy: row.decided_by,
  approvalId: row.approval_id,
  memberReason: row.member_reason,
  staffReason: row.staff_reason,
  rejectedDocuments: row.rejected_documents,
  checklist: row.checklist,
  expiresOn: row.expires_on,
  providerReference: row.provider_reference,
  providerNote: row.provider_note,
  sentName: row.sent_name,
  sentVersion: row.sent_version,
  providerFound: row.provider_found,
})

export const toDetails = (
  row: Selectable<VerificationTables['member_identity']>,
): DeclaredDetails => ({
  birthDate: row.birth_date,
  nationality: row.nationality,
  street: row.street,
  city: row.city,
  postalCode: row.postal_code,
  country: row.country,
  version: row.version,
  updatedAt: row.updated_at,
})

export const toDocument = (
  row: Selectable<VerificationTables['verification_document']>,
): VerificationDocument => ({
  id: row.id,
  verificationId: row.verification_id,
  kind: row.kind,
  side: row.side,
  uploadedAt: row.uploaded_at,
  mediaType: row.media_type,
  bytes: row.bytes,
  sha256: row.sha256,
})
