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
 * Returns the accrued target of a position on a day, in cents: `floor(b × N / (10000 × T))`, where
 * b is the target in basis points, T the term in days and N the sum of cents times days invested
 * (each at most T). Source: LEDGER, 'Accrual and returns'. All parts are under one floor, so a
 * partial withdrawal loses no cent, a day's accrual is the difference of two values, and the full
 * term gives the target exactly. An estimate: it is in no balance.
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
 * Returns the return due at maturity, in cents, if the target is met and nothing more is withdrawn.
 */
export const computeTarget = (
  position: Pick<Position, 'remaining' | 'targetBps' | 'termDays' | 'openedOn' | 'maturesOn'>,
  redeemed: readonly RedeemedPart[],
): Cents => computeAccrued(position, redeemed, position.maturesOn)
