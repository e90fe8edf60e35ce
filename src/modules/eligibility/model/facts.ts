import type { Level, Operation } from './operations.ts'

/** Money that a member moved, in cents, on a day. */
export type Movement = { operation: 'deposit' | 'invest' | 'withdraw'; on: string; cents: bigint }

/** What is known of a member when the rules are applied. */
export type MemberFacts = {
  level: Level
  /** The newest declaration; `expiresOn` is its last day. */
  category: { id: string; version: string; expiresOn: string } | null
  questionnaire: {
    /** The last day of the newest passed attempt at this version. */
    passedUntil: string | null
    /** The end of the newest failed attempt's wait, where none was passed since. */
    retakeAt: Date | null
  }
  /** The versions of the warnings that the member acknowledged. */
  warnings: readonly string[]
  /** When the member began the cooling-off period; null before. */
  coolingOffSince: Date | null
  /** Whether the member ever had a position. */
  hasInvested: boolean
  movements: readonly Movement[]
}

/** What an operation is about: its amount in cents, and the plan's family. */
export type Circumstances = {
  amountCents?: bigint
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
  /** When a wait ends. */
  until?: Date
  level?: Level
}

export type EligibilityResult = { operation: Operation; allowed: boolean; missing: Step[] }
