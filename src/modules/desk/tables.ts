import type { GeneratedAlways } from 'kysely'
import type { Day } from '#lib/dates.ts'

export type DeskTables = {
  desk_note: {
    id: string
    sequence: GeneratedAlways<bigint>
    member_id: string | null
    deposit_id: string | null
    withdrawal_id: string | null
    subject_id: GeneratedAlways<string>
    message: string
    written_by: string
    written_at: Date
    assigned_to: string | null
    due_on: Day | null
    done_at: Date | null
    done_by: string | null
  }
  desk_assignment: {
    deposit_id: string | null
    withdrawal_id: string | null
    subject_id: GeneratedAlways<string>
    staff_id: string
    assigned_at: Date
  }
  desk_subject: { subject_id: string }
  open_work: { subject_id: string; kind: 'deposit' | 'withdrawal' }
}
