import { type Day, formatDay } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import { type Cents, formatUsd, parseAmount } from '#lib/money.ts'
import type { PlanTerms } from './plan-terms.ts'

export const PLAN_FAMILIES = ['crypto', 'real_estate'] as const

export type PlanFamily = (typeof PLAN_FAMILIES)[number]

const FAMILY_NAMES: Record<PlanFamily, string> = { crypto: 'Crypto', real_estate: 'Real estate' }

/** Returns the name of a family as screens show it. */
export const getFamilyName = (family: PlanFamily): string => FAMILY_NAMES[family]

/** Formats a plan for a sentence, with its family, since plans share names: 'BASIC (crypto)'. */
export const formatPlanName = ({ name, family }: { name: string; family: PlanFamily }): string =>
  `${name} (${FAMILY_NAMES[family].toLowerCase()})`

/** Formats a position for a sentence: 'BASIC (crypto), 21 Sep 2026'. */
export const formatPositionName = ({
  plan,
  openedOn,
}: {
  plan: { name: string; family: PlanFamily }
  openedOn: Day
}): string => `${formatPlanName(plan)}, ${formatDay(openedOn)}`

/**
 * One version of a plan: its offer. A published version never changes; a different offer is another
 * version.
 */
export type PlanVersion = PlanTerms & {
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
  /** Figures that only exercise the software; live has none. */
  sample: boolean
  extraordinary: boolean
  effectiveFrom: Day
}

/**
 * Parses dollars as typed, in cents. Throws `outside_limits` (400) for a text that is no amount, or
 * none within the plan's limits.
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

/**
 * Returns the reason a principal (in cents) cannot be reinvested in the version its plan offers
 * that day; null when it can.
 */
export function findReinvestmentRefusal(
  offer: Pick<PlanVersion, 'minAmount' | 'maxAmount'> | undefined,
  principal: Cents,
): string | null {
  if (!offer) return 'The plan is no longer available.'
  if (principal < offer.minAmount) return `The plan’s minimum is now ${formatUsd(offer.minAmount)}.`
  if (principal > offer.maxAmount) return `The plan’s maximum is now ${formatUsd(offer.maxAmount)}.`
  return null
}

export const MAX_TARGET_BPS = 1_000_000

export const MAX_TERM_DAYS = 3_650

export const CLOSING_REASON_LIMIT = 1_000

export const createPlanClosedError = () =>
  new DomainError(
    'plan_closed',
    409,
    'This plan is closed. To offer it again, create a new plan with another name.',
  )
