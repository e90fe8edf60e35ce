import type { Generated, GeneratedAlways } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { CaseStatus, ListedParty, ListSource, ScreenedPerson } from './model.ts'

export type ComplianceTables = {
  screening_list: {
    id: string
    sequence: GeneratedAlways<bigint>
    source: ListSource
    sha256: string
    published_on: Day | null
    parties: number
    loaded_at: Date
  }
  screening_party: {
    list_id: string
    party_id: string
    content: ListedParty
  }
  member_screening: {
    member_id: string
    profile_version: number
    lists: string
    screened_at: Date
    /** Of the declared details that were compared; null without any. */
    identity_version: number | null
  }
  screening_case: {
    id: string
    sequence: GeneratedAlways<bigint>
    member_id: string
    list_id: string
    party_id: string
    party: ListedParty
    person: ScreenedPerson
    score: number
    matched_name: string
    content_hash: string
    opened_at: Date
    status: CaseStatus
    decided_at: Date | null
    decided_by: string | null
    reason: string | null
    approval_id: string | null
    erased_at: Generated<Date | null>
  }
  /** A view: who is due to be screened. */
  screening_due: {
    member_id: string
    name: string
    country: string
    profile_version: number
    lists: string
    birth_date: Day | null
    identity_version: number | null
  }
}
