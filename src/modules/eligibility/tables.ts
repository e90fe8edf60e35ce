import type { GeneratedAlways } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { EvidenceKind, Operation } from './model.ts'

export type EligibilityTables = {
  rule_set: {
    id: string
    sequence: GeneratedAlways<bigint>
    key: string
    version: number
    name: string
    content: string
    content_sha256: string
    countries: string[]
    sample: boolean
    effective_from: Day
    approval_id: string
    published_by: string
    published_at: Date
  }
  eligibility_evidence: {
    id: string
    sequence: GeneratedAlways<bigint>
    member_id: string
    kind: EvidenceKind
    rule_set_id: string | null
    rules_sha256: string
    text_id: string
    text_version: string
    text_sha256: string
    content: Record<string, unknown>
    passed: boolean
    valid_until: Day | null
    retry_at: Date | null
    at: Date
    session_id: string
  }
  gate_record: {
    id: string
    sequence: GeneratedAlways<bigint>
    member_id: string
    operation: Operation
    subject_id: string
    rule_set_id: string | null
    rules_sha256: string
    on_date: Day
    checked_at: Date
    amount: bigint
    facts: Record<string, unknown>
  }
  /** A view: what limits and levels count. */
  eligibility_movement: {
    member_id: string
    operation: 'deposit' | 'invest' | 'withdraw'
    subject_id: string
    moved_on: Day
    cents: bigint
    open_until: Date | null
    cash_cents: bigint
    over_cents: bigint
  }
}
