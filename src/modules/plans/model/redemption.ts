import { addDays, type Day, formatDay } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import { type Cents, formatUsd } from '#lib/money.ts'
import { computeAccrued, computeTarget, type RedeemedPart } from './accrual.ts'
import { findEndedRefusal, type Position, type Running } from './position.ts'

/**
 * waiting → done (its part is cash), or cancelled: by the member, or because nothing was left of
 * its position.
 */
export type RedemptionNoticeStatus = 'waiting' | 'done' | 'cancelled'

/**
 * A part of a position that its member gave notice of. It accrues until the day the notice ends,
 * and is cash then.
 */
export type RedemptionNotice = {
  id: string
  positionId: string
  memberId: string
  amount: Cents
  requestedOn: Day
  endsOn: Day
  status: RedemptionNoticeStatus
}

/**
 * Why a part that left a position stays cash when its withdrawal is released: the term ended, the
 * plan recorded a loss or closed meanwhile, or the deposit was reversed.
 */
export type CashReason = 'term' | 'loss' | 'closed' | 'reversed'

/** The effect of redeeming a part of a position, as quoted before the member confirms. */
export type RedemptionEffect = {
  amount: Cents
  /** The principal that remains invested. */
  stays: Cents
  /**
   * The accrued return as of today. It is not lost: it falls due at maturity if the target is met.
   */
  accrued: Cents
  /** The last day that counts for the part: today, or the day its notice ends. */
  accruesUntil: Day
  /**
   * The return due at maturity if the target is met, and how much of today's target the redemption
   * forgoes.
   */
  target: Cents
  forgoneTarget: Cents
}

/**
 * Computes the effect of redeeming an amount (at most what remains) from a position, in cents.
 * `parts` are those redeemed before and those with pending notices, which `remaining` does not
 * include.
 */
export function computeRedemptionEffect(
  position: Pick<Position, 'remaining' | 'targetBps' | 'termDays' | 'openedOn' | 'maturesOn'>,
  parts: readonly RedeemedPart[],
  { amount, on, noticePeriodDays }: { amount: Cents; on: Day; noticePeriodDays: number },
): RedemptionEffect {
  const accruesUntil = addDays(on, noticePeriodDays)
  const rest = { ...position, remaining: position.remaining - amount }
  const after = [...parts, { amount, on: accruesUntil }]
  const target = computeTarget(rest, after)

  return {
    amount,
    stays: rest.remaining,
    accrued: computeAccrued(rest, after, on),
    accruesUntil,
    target,
    forgoneTarget: computeTarget(position, parts) - target,
  }
}

/**
 * Notices cut, in the order in which they end, to what their position still holds: a loss may have
 * taken the rest.
 */
export function cutToWhatIsLeft<Given extends { amount: Cents }>(
  waiting: readonly Given[],
  remaining: Cents,
): Given[] {
  let left = remaining
  return waiting.map((redemptionNotice) => {
    const amount = redemptionNotice.amount < left ? redemptionNotice.amount : left
    left -= amount
    return { ...redemptionNotice, amount }
  })
}

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

/** A part of one position that a withdrawal takes. */
export type PositionPart = { positionId: string; amount: Cents }

/**
 * Takes an amount from positions in the order given, whole ones first; null when together they hold
 * less.
 */
export function allocateParts(
  positions: readonly Pick<Position, 'id' | 'remaining'>[],
  amount: Cents,
): PositionPart[] | null {
  const parts: PositionPart[] = []
  let missing = amount

  for (const { id, remaining } of positions) {
    const taken = remaining < missing ? remaining : missing
    if (taken > 0n) parts.push({ positionId: id, amount: taken })
    missing -= taken
  }

  return missing === 0n ? parts : null
}
