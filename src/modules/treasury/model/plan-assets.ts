import type { Day } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'

/** The events of the assets of a plan: placed outside, back as capital, or written off. */
export const PLAN_ASSETS_EVENTS = ['placed', 'returned', 'written-off'] as const
export type PlanAssetsEvent = (typeof PLAN_ASSETS_EVENTS)[number]

type Movement = { event: PlanAssetsEvent; cents: Cents; on: Day; approval: string | null }

export type PlanAssetsSums = {
  placed: Cents
  /** Returned as capital. */
  returned: Cents
  writtenOff: Cents
  /** Still placed outside, at cost: placed less returned and written off. */
  outstanding: Cents
  /** The day since which something has been placed without a break; null while nothing is. */
  since: Day | null
  /** The last movement, which two admins confirmed. */
  last: Movement | null
}

/** The assets placed outside for a plan, at cost, and who confirmed them last. */
export type PlanAssets = Omit<PlanAssetsSums, 'last'> & {
  lastConfirmed: {
    event: PlanAssetsEvent
    on: Day
    proposedBy: string
    approvedBy: string
  } | null
}

/** Returns the sums of the movements of a plan's assets, oldest first. */
export function sumPlanAssets(movements: readonly Movement[]): PlanAssetsSums {
  const sums = { placed: 0n, returned: 0n, 'written-off': 0n }
  let outstanding = 0n
  let since: Day | null = null

  for (const { event, cents, on } of movements) {
    sums[event] += cents
    outstanding += event === 'placed' ? cents : -cents
    since = outstanding > 0n ? (since ?? on) : null
  }

  const { placed, returned, 'written-off': writtenOff } = sums
  return { placed, returned, writtenOff, outstanding, since, last: movements.at(-1) ?? null }
}
