import type { ApprovalKeyKind } from './model.ts'

/**
 * The views that candor_app may read; it writes only through the functions of the schema
 * `approvals`.
 */
export type ApprovalTables = {
  'approvals.proposals': {
    id: string
    sequence: bigint
    permission: string
    subject_id: string
    content: string
    content_hash: Buffer
    posting_hash: Buffer | null
    proposed_by: string
    proposer_label: string
    proposed_at: Date
    expires_at: Date
    /** Null until it is decided, like the columns after it. */
    approved: boolean | null
    decided_by: string | null
    decider_label: string | null
    decided_at: Date | null
    reason: string | null
  }
  'approvals.keys': {
    id: string
    sequence: bigint
    admin_id: string
    kind: ApprovalKeyKind
    credential_id: string
    public_key: Buffer
    transports: string[]
    rp_id: string
    origin: string
    first: boolean
    registered_at: Date
    confirmed_by: string | null
    usable_from: Date | null
    ended_at: Date | null
    ended_by: string | null
    end_reason: string | null
    generation: number | null
    published_from: Date | null
  }
  'approvals.key_generations': {
    generation: number
    started_at: Date
    started_by: string
    reason: string
  }
  'approvals.signatures': {
    subject: string
    sequence: bigint
    statement: string
    statement_hash: Buffer
    key: string
    authenticator_data: Buffer
    client_data: Buffer
    signature: Buffer
    signed_at: Date
    admin_id: string
    kind: ApprovalKeyKind
    credential_id: string
  }
}
