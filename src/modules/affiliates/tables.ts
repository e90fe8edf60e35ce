import type { Generated } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'
import type { Refusal, RewardKind } from './model.ts'

export type AffiliateTables = {
  reward: {
    id: string
    sequence: Generated<bigint>
    kind: RewardKind
    member_id: string
    referred_id: string
    deposit_id: string
    campaign_id: string | null
    cents: Cents
    noted_on: Day
    noted_at: Date
    due_at: Date | null
    paid_on: Day | null
    paid_at: Date | null
    refused_because: Refusal | null
  }
}
