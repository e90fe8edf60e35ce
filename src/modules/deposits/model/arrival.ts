import { DAY_MS } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import type { Cents, CoinUnits } from '#lib/money.ts'
import type { ReceivedAmount } from './received-amount.ts'

/** A payment that arrives later than this after its quote opens no position. */
export const QUOTE_TERMS_MS = 30 * DAY_MS

/** A twentieth (5%): what arrives further from the quote needs a second admin. */
const TOLERATED_PART = 20n

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/

/**
 * Reads when a payment was first seen (mempool, block or bank). Throws `invalid_arrival`,
 * `arrival_in_future` and `arrival_before_quote` (400).
 */
export function parseArrivalTime(text: string, quotedAt: Date, now: Date): Date {
  const at = new Date(text.trim())
  if (!INSTANT.test(text.trim()) || Number.isNaN(at.getTime()))
    throw createArrivalError(
      'invalid_arrival',
      'Please enter when the payment was first seen, as a date and a time.',
    )
  if (at > now) throw createArrivalError('arrival_in_future', 'The time can’t be in the future.')
  if (at < quotedAt)
    throw createArrivalError('arrival_before_quote', 'The time is before the quote was created.')

  return at
}

/** Returns `arrival_needed` (400): a payment confirmed by hand names its time of arrival. */
export const createArrivalNeededError = () =>
  createArrivalError(
    'arrival_needed',
    'Please enter when the payment was first seen. This sets the rate.',
  )

const createArrivalError = (code: string, message: string) =>
  new DomainError(code, 400, message, 'arrivedAt')

/** Returns whether a payment was first seen when its quote had ended: the rate was not locked. */
export const isAfterQuote = (arrivedAt: Date, endedAt: Date): boolean => arrivedAt >= endedAt

/** Returns whether what arrived is more than 5% away from the quoted coin or dollars. */
export function isFarFromQuote(
  received: ReceivedAmount,
  quote: { amount: Cents; coinAmount: CoinUnits },
): boolean {
  const expected = received.currency === 'USD' ? quote.amount : quote.coinAmount
  const difference = received.amount - expected
  return (difference < 0n ? -difference : difference) * TOLERATED_PART > expected
}

/** Why a credit opens no position, or a smaller one. */
export const CASH_REASONS = [
  'below_minimum',
  'plan_closed',
  'quote_too_old',
  'not_eligible',
  'over_limit',
] as const
export type CashReason = (typeof CASH_REASONS)[number]

/** Why a credit, or a part of it, stays cash, as staff and the member read it. */
export const CASH_REASON_LABELS: Record<CashReason, string> = {
  below_minimum: 'it is below the plan’s minimum',
  plan_closed: 'the plan is closed to new money',
  quote_too_old: 'it arrived more than 30 days after the quote',
  not_eligible: 'the member may not invest it under the rules of their country',
  over_limit: 'it takes the member’s deposits above their limit',
}

type CashFacts = {
  credited: Cents
  minAmount: Cents
  planClosed: boolean
  createdAt: Date
  /** null while unknown. */
  arrivedAt: Date | null
  /** True if the member may invest it under the rules of their country. */
  isEligible: boolean
}

/** Returns why a whole credit stays cash; null where it is invested. */
export function findCashReason(facts: CashFacts): Exclude<CashReason, 'over_limit'> | null {
  const { createdAt, arrivedAt } = facts
  if (arrivedAt && arrivedAt.getTime() - createdAt.getTime() > QUOTE_TERMS_MS)
    return 'quote_too_old'
  if (facts.planClosed) return 'plan_closed'
  if (facts.credited < facts.minAmount) return 'below_minimum'
  return facts.isEligible ? null : 'not_eligible'
}
