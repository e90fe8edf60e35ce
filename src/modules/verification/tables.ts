import type { Generated, GeneratedAlways } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type {
  Checklist,
  DocumentKind,
  DocumentSide,
  FoundPerson,
  IdentityDetails,
  Level,
  ProviderName,
  VerificationStatus,
} from './model.ts'

export type VerificationTables = {
  member_identity: {
    member_id: string
    birth_date: Day
    nationality: string
    street: string
    city: string
    postal_code: string
    country: string
    version: number
    declared_on: Day
    updated_at: Date
  }
  identity_verification: {
    id: string
    sequence: GeneratedAlways<bigint>
    member_id: string
    level: Level
    provider: ProviderName
    status: VerificationStatus
    begun_at: Date
    code: string | null
    code_on: Day | null
    submitted_at: Date | null
    due_at: Date | null
    name: string | null
    details: IdentityDetails | null
    identity_version: number | null
    content_hash: string | null
    decided_at: Date | null
    decided_by: string | null
    approval_id: string | null
    member_reason: string | null
    staff_reason: string | null
    rejected_documents: Generated<DocumentKind[]>
    checklist: Checklist | null
    expires_on: Day | null
    expiry_notified_at: Date | null
    expired_at: Date | null
    provider_reference: string | null
    provider_note: string | null
    provider_read_at: Date | null
    sent_name: string | null
    sent_version: number | null
    provider_found: FoundPerson | null
    forgotten_at: Generated<Date | null>
    erased_at: Date | null
  }
  verification_document: {
    id: string
    verification_id: string
    kind: DocumentKind
    side: DocumentSide | null
    uploaded_at: Date
    media_type: string
    bytes: number
    file_key: string | null
    sha256: string | null
    key_id: string | null
    wrapped_key: Buffer | null
    erased_at: Date | null
  }
}
