import type { Generated } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type {
  AtMaturity,
  PlanFamily,
  PlanTermColumns,
  PositionOrigin,
  PositionStatus,
  RedemptionNoticeStatus,
} from './model.ts'

export type PlansTables = {
  plan: {
    id: string
    family: PlanFamily
    name: string
    created_at: Date
    closed_at: Generated<Date | null>
    closed_by: Generated<string | null>
    closed_because: Generated<string | null>
  }
  plan_version: PlanTermColumns & {
    id: string
    plan_id: string
    number: number
    min_cents: bigint
    max_cents: bigint
    target_bps: number
    term_days: number
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
    plan_id: string
    plan_version_id: string
    origin: PositionOrigin
    deposit_id: string | null
    reinvested_from: string | null
    principal_cents: bigint
    remaining_cents: bigint
    target_bps: number
    term_days: number
    opened_on: Day
    matures_on: Day
    status: PositionStatus
    at_maturity: AtMaturity
    /** Null until the last day of its term was settled, or its deposit was reversed. */
    matured_on: Generated<Day | null>
    return_due: Generated<bigint>
    /** The amount left when its deposit was reversed; null otherwise. */
    reversed_cents: Generated<bigint | null>
  }
  /**
   * The unpaid part of a return that fell due: written by a trigger when `return_due` grows,
   * deleted once all is paid.
   */
  owed_return: {
    position_id: string
    member_id: string
    plan_id: string
    matured_on: Day
    cents: bigint
  }
  position_redemption: {
    id: string
    position_id: string
    /** The cause of the redemption: a withdrawal or a notice. */
    withdrawal_id: string | null
    notice_id: Generated<string | null>
    amount_cents: bigint
    redeemed_on: Day
    restored_on: Day | null
  }
  redemption_notice: {
    id: string
    position_id: string
    member_id: string
    amount_cents: bigint
    submitted_on: Day
    ends_on: Day
    status: RedemptionNoticeStatus
    closed_at: Date | null
  }
  plan_income: {
    id: string
    plan_id: string
    cents: bigint
    period_from: Day
    period_to: Day
    source: string
    evidence_key: string
    evidence_type: string
    evidence_sha256: string
    receipt_id: string
    approval_id: string
    recorded_on: Day
    recorded_at: Date
    used_cents: Generated<bigint>
    reversed_at: Generated<Date | null>
    reversed_by: Generated<string | null>
    reversal_reason: Generated<string | null>
    reversal_approval_id: Generated<string | null>
  }
  plan_loss: {
    id: string
    plan_id: string
    cents: bigint
    period_from: Day
    period_to: Day
    cause: string
    evidence_key: string
    evidence_type: string
    evidence_sha256: string
    approval_id: string
    recorded_on: Day
    recorded_at: Date
  }
  position_loss: { loss_id: string; position_id: string; amount_cents: bigint; lost_on: Day }
  distribution: {
    id: string
    plan_id: string
    on_day: Day
    funded_cents: bigint
    due_cents: bigint
    upto_matured: Day
    upto_id: string
    done_matured: Day | null
    done_id: string | null
    done_due: Generated<bigint>
    done_paid: Generated<bigint>
    begun_at: Date
    ended_at: Date | null
    notified_up_to: Generated<string | null>
    notified_at: Generated<Date | null>
  }
  distribution_income: { distribution_id: string; income_id: string; cents: bigint }
  payout: { distribution_id: string; position_id: string; cents: bigint }
  accrual_run: {
    plan_id: string
    day: Day
    positions: bigint
    principal: bigint
    accrued: bigint
    due: bigint
    run_at: Date
  }
  settled_day: { day: Day; began_at: Date; ended_at: Date | null }
}
