/**
 * The view that candor_app may read; it writes only through `approvals.propose()` and
 * `approvals.decide()`.
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
}
