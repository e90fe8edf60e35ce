import type { Generated, JSONColumnType } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'
import type { Problem, VerifiedStep } from './model.ts'

export type IntegrityTables = {
  books_check: {
    id: Generated<bigint>
    whole: boolean
    after_seq: bigint
    upto_seq: bigint
    started_at: Date
    finished_at: Date
    problems: JSONColumnType<Problem[], string, never>
    /** The problems that two admins accepted. */
    known: JSONColumnType<Problem[], string, never>
  }
  books_known: { problem: string; approval: string; known_at: Date }
  books_witness: {
    day: Day
    block: bigint
    seq: bigint
    hash: string
    owed: Cents
    told_at: Date
    acts: bigint | null
    acts_hash: string | null
  }
  books_verification: {
    id: string
    asked_by: string
    asked_label: string
    asked_at: Date
    seen_at: Date
    steps: JSONColumnType<VerifiedStep[], string, string>
    finished_at: Generated<Date | null>
    failed: Generated<string | null>
  }
}
