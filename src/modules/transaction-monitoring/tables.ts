import type { Generated, GeneratedAlways } from 'kysely'
import type { CaseStatus, Facts, MonitoringRule } from './model.ts'

export type MonitoringTables = {
  monitoring_case: {
    id: string
    sequence: GeneratedAlways<bigint>
    rule: MonitoringRule
    member_id: string
    subject_id: string
    facts: Facts
    opened_at: Date
    status: CaseStatus
    decided_at: Date | null
    decided_by: string | null
    reason: string | null
    approval_id: string | null
    erased_at: Generated<Date | null>
  }
  monitoring_note: {
    id: string
    case_id: string
    content: string
    author: string
    added_at: Date
  }
  /** A view: deposits and withdrawals, amounts in cents. */
  monitored_transaction: {
    id: string
    kind: 'deposit' | 'withdrawal'
    member_id: string
    cents: bigint
    method: string
    status: string
    created_at: Date
    address: string | null
  }
}
