import type { GeneratedAlways } from 'kysely'
import type { EnquiryKind, EnquiryState } from './model.ts'

export type EnquiryTables = {
  enquiry: {
    id: string
    sequence: GeneratedAlways<bigint>
    kind: EnquiryKind
    name: string
    email: string
    phone: string | null
    subject: string
    message: string
    cv_key: string | null
    cv_type: string | null
    cv_bytes: bigint | null
    cv_sha256: string | null
    received_at: Date
    state: EnquiryState
    assigned_to: string | null
    handled_at: Date | null
    handled_by: string | null
  }
  enquiry_reply: {
    id: string
    sequence: GeneratedAlways<bigint>
    enquiry_id: string
    message: string
    sent_by: string
    sent_at: Date
  }
}
