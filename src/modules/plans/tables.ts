import type { Day } from '#lib/dates.ts'
import type { PlanFamily, PositionStatus } from './model.ts'

export type PlansTables = {
  plan: { id: string; family: PlanFamily; name: string; created_at: Date }
  plan_version: {
    id: string
    plan_id: string
    number: number
    min_cents: bigint
    max_cents: bigint
    target_bps: number
    term_days: number
    liquidity: string
    fees: string
    basis: string
    risk: string
    sample: boolean
    extraordinary: boolean
    effective_from: Day
    proposed_by: string
    proposed_at: Date
    published_by: string | null
    published_at: Date | null
  }
  position: {
    id: string
    member_id: string
    plan_version_id: string
    deposit_id: string
    principal_cents: bigint
    remaining_cents: bigint
    target_bps: number
    term_days: number
    opened_on: Day
    matures_on: Day
    status: PositionStatus
  }
  position_redemption: {
    id: string
    position_id: string
    withdrawal_id: string
    amount_cents: bigint
    redeemed_on: Day
    restored_on: Day | null
  }
}
