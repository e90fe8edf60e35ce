import type { Level, Operation } from './operations.ts'
import type { Limit } from './rules.ts'

/** Money that a member moved, in cents, on a day. */
export type Movement = {
  operation: 'deposit' | 'invest' | 'withdraw'
  on: string
  cents: bigint
  /** The part of a withdrawal from cash: neither redeemed principal nor profit. */
  cashCents: bigint
  /**
   * The part of a deposit above the limit of the day on which it was credited; all of it where that
   * wasn't recorded.
   */
  overCents: bigint
  /**
   * The limits that applied to a deposit when it was credited; null where they weren't recorded.
   */
  appliedLimits: readonly Pick<Limit, 'cents' | 'days'>[] | null
  /** A deposit that can be paid or waits to be credited, at its quoted amount. */
  isOpen: boolean
}

/** A declaration of a category; `expiresOn` is its last day. */
export type Declaration = { id: string; version: string; expiresOn: string }

/** The facts of a member to which the rules are applied. */
export type MemberFacts = {
  level: Level
  /** The newest declaration; null where it has expired or its wording is no longer the rules'. */
  category: Declaration | null
  /** The newest declaration where it no longer counts. */
  lapsedCategory: Declaration | null
  questionnaire: {
    /** The last day of the newest passed attempt at this version. */
    passedUntil: string | null
    /** The end of the newest failed attempt's wait, where none was passed since. */
    retakeAt: Date | null
  }
  /** The versions of the warnings that the member acknowledged. */
  warnings: readonly string[]
  /** The time at which the member began the cooling-off period; null before. */
  coolingOffSince: Date | null
  /** True if the member ever had a position. */
  hasInvested: boolean
  movements: readonly Movement[]
}

/**
 * The subject of an operation: its amount in cents, the cash it comes from, and the plan's family.
 */
export type Circumstances = {
  amountCents?: bigint
  /** The cash that an investment is made from; left out where what arrives is invested. */
  cashCents?: bigint
  planFamily?: string
  today: string
  now: Date
}

/** A step that is missing before an operation, in plain words. */
export type Step = {
  kind:
    | 'not_offered'
    | 'level'
    | 'category'
    | 'questionnaire'
    | 'retake_wait'
    | 'warning'
    | 'cooling_off_start'
    | 'cooling_off'
    | 'plan'
    | 'limit'
  message: string
  /** The end of a wait. */
  until?: Date
  level?: Level
}

export type EligibilityResult = { operation: Operation; allowed: boolean; missing: Step[] }
