import { countDays, type Day } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'
import type { Position } from './position.ts'
import { BPS } from './target.ts'

/** A part that was withdrawn and not given back, or lost: it counts until its day. */
export type RedeemedPart = { amount: Cents; on: Day }

/** Days of the term that have passed on a day: never below 0, never above the term. */
export const countTermDays = (openedOn: Day, on: Day, termDays: number): number =>
  Math.min(Math.max(countDays(openedOn, on), 0), termDays)

/**
 * The accrued target of a position on a day, in cents: `floor(b × N / (10000 × T))`, where N is the
 * sum of cents times the days each stayed invested, at most T. LEDGER, 'Accrual and returns', with
 * the parts under one floor: withdrawing a part loses no cent of what it had accrued, every day's
 * accrual is the difference of two values, and the whole term gives the target exactly. An
 * estimate: it is in no balance.
 */
export function computeAccrued(
  position: Pick<Position, 'remaining' | 'targetBps' | 'termDays' | 'openedOn'>,
  redeemed: readonly RedeemedPart[],
  on: Day,
): Cents {
  const { openedOn, termDays } = position
  const countInvestedDays = (day: Day) =>
    BigInt(countTermDays(openedOn, day < on ? day : on, termDays))
  const parts = redeemed.reduce((sum, part) => sum + part.amount * countInvestedDays(part.on), 0n)
  const centDays = parts + position.remaining * countInvestedDays(on)
  return (BigInt(position.targetBps) * centDays) / (BPS * BigInt(termDays))
}

/**
 * What a position would be paid at maturity if the target were met and nothing more were withdrawn.
 */
export const computeTarget = (
  position: Pick<Position, 'remaining' | 'targetBps' | 'termDays' | 'openedOn' | 'maturesOn'>,
  redeemed: readonly RedeemedPart[],
): Cents => computeAccrued(position, redeemed, position.maturesOn)
