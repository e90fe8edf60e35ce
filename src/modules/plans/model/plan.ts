import type { Day } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import { type Cents, formatUsd, parseAmount } from '#lib/money.ts'

export const PLAN_FAMILIES = ['crypto', 'real_estate'] as const

export type PlanFamily = (typeof PLAN_FAMILIES)[number]

const FAMILY_NAMES: Record<PlanFamily, string> = { crypto: 'Crypto', real_estate: 'Real estate' }

/** A family as people read it. */
export const getFamilyName = (family: PlanFamily): string => FAMILY_NAMES[family]

/**
 * What one version of a plan offers. Published, it never changes; another offer is another version.
 */
export type PlanVersion = {
  id: string
  planId: string
  number: number
  family: PlanFamily
  name: string
  minAmount: Cents
  maxAmount: Cents
  /** Over the whole term, in basis points: 5000 is 50%. A target, never a promise. */
  targetBps: number
  termDays: number
  /**
   * Days between giving notice of a part of the principal and its being cash; 0: it can be
   * withdrawn at any time.
   */
  noticePeriodDays: number
  liquidity: string
  fees: string
  basis: string
  risk: string
  sample: boolean
  extraordinary: boolean
  effectiveFrom: Day
}

/**
 * An amount as typed, within what a plan takes. Throws `outside_limits` (400) for any other text.
 */
export function parsePlanAmount(
  plan: Pick<PlanVersion, 'name' | 'minAmount' | 'maxAmount'>,
  text: string,
): Cents {
  const amount = parseAmount(text.trim(), 'USD')
  if (amount !== null && amount >= plan.minAmount && amount <= plan.maxAmount) return amount

  const [min, max] = [formatUsd(plan.minAmount), formatUsd(plan.maxAmount)]

  throw new DomainError(
    'outside_limits',
    400,
    `Please enter an amount between ${min} and ${max} for the ${plan.name} plan.`,
    'amount',
  )
}

/** Why a principal can't be invested anew in what its plan offers on the day; null when it can. */
export function findReinvestmentRefusal(
  offer: Pick<PlanVersion, 'minAmount' | 'maxAmount'> | undefined,
  principal: Cents,
): string | null {
  if (!offer) return 'The plan is not on offer any more.'
  if (principal < offer.minAmount)
    return `The plan now takes ${formatUsd(offer.minAmount)} or more.`
  if (principal > offer.maxAmount)
    return `The plan now takes ${formatUsd(offer.maxAmount)} at most.`
  return null
}

export const MOST_TARGET_BPS = 1_000_000

export const MOST_TERM_DAYS = 3_650

export const MAX_NOTICE_DAYS = 365

export const CLOSING_REASON_LIMIT = 1_000

export const planClosed = () =>
  new DomainError(
    'plan_closed',
    409,
    'This plan is closed. What is offered again is a new plan, by another name.',
  )
