import type { Generated } from 'kysely'
import type { TestimonialState } from './model.ts'

export type TestimonialTables = {
  testimonial: {
    id: string
    member_id: string
    message: string
    shown_name: string
    shown_as: string
    consent_version: string
    consent_text: string
    submitted_at: Date
    withdrawn_at: Generated<Date | null>
    state: TestimonialState
    decided_by: Generated<string | null>
    decided_at: Generated<Date | null>
    reason: Generated<string | null>
  }
}
