import type { Generated, JSONColumnType } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'
import type { Problem, VerifiedStep } from './model.ts'

export type IntegrityTables = {
  integrity_check: {
    id: Generated<bigint>
    whole: boolean
    after_seq: bigint
    upto_seq: bigint
    started_at: Date
    finished_at: Date
    problems: JSONColumnType<Problem[], string, never>
    /** The problems that two admins accepted. */
    accepted: JSONColumnType<Problem[], string, never>
  }
  accepted_exception: { problem: string; approval: string; accepted_at: Date }
  anchor: {
    day: Day
    block: bigint
    seq: bigint
    hash: string
    owed: Cents
    published_at: Date
    audit_place: bigint | null
    audit_hash: string | null
  }
  verification: {
    id: string
    requested_by: string
    requested_by_label: string
    requested_at: Date
    progress_at: Date
    steps: JSONColumnType<VerifiedStep[], string, string>
    finished_at: Generated<Date | null>
    failed: Generated<string | null>
  }
}
