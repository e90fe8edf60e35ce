import type { Generated } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'

export type CampaignTables = {
  campaign: {
    id: string
    code: string
    name: string
    message: string
    amount_cents: Cents
    budget_cents: Cents
    used_cents: Generated<Cents>
    starts_on: Day
    ends_on: Day
    created_by: string
    created_at: Date
    published_by: string | null
    published_at: Date | null
    ended_by: string | null
    ended_at: Date | null
    ended_because: string | null
  }
}
