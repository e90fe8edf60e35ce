import { addDays, type Day } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'
import { computeAccrued, computeTarget, type RedeemedPart } from './accrual.ts'
import type { Position } from './position.ts'

export {
  createNoticeNeededError,
  findRedemptionRefusal,
  formatDayCount,
} from './redemption-refusal.ts'

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
