import { addDays, type Day, formatDay } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import { type Cents, formatUsd } from '#lib/money.ts'
import { findEndedRefusal, type Running } from './position.ts'

/**
 * Returns the error for an amount that cannot be redeemed: the position is over (`position_ended`),
 * its term ends before the notice would (`matures_first`), or less remains (`invalid_amount`). Null
 * when it can.
 */
export function findRedemptionRefusal(
  position: Running & { remaining: Cents; noticePeriodDays: number },
  amount: Cents,
  today: Day,
): DomainError | null {
  const ended = findEndedRefusal(position, today)
  if (ended) return ended

  const { remaining, noticePeriodDays, maturesOn } = position
  const endsOn = addDays(today, noticePeriodDays)

  if (endsOn > maturesOn)
    return new DomainError(
      'matures_first',
      409,
      `This investment matures on ${formatDay(maturesOn)}, before a notice given today would ` +
        `end (${formatDay(endsOn)}). You can choose what happens at maturity until the day ` +
        'before.',
    )

  if (amount <= remaining) return null

  return new DomainError(
    'invalid_amount',
    422,
    `Please enter a valid amount. You can withdraw up to ${formatUsd(remaining)} from this ` +
      `investment.`,
    'amount',
  )
}

/** Returns the error for principal that needs notice first: `notice_needed` (409). */
export const createNoticeNeededError = (why: string) =>
  new DomainError(
    'notice_needed',
    409,
    `${why} Please give notice for the amount you need. It continues to accrue until the notice ` +
      'period ends, then goes to your cash balance.',
  )

export const formatDayCount = (days: number) => (days === 1 ? '1 day' : `${days} days`)
