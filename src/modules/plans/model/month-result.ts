import type { Cents } from '#lib/money.ts'
import { BPS } from './target.ts'

/** A plan's income and losses of the periods that ended in one month, and the money in it. */
export type MonthAmounts = {
  /** The month, such as `2026-11`. */
  month: string
  income: Cents
  loss: Cents
  /** The average principal of the days on which the plan had any; 0 if it had none. */
  capital: Cents
}

/** A month of a plan with its result as a share of the capital. */
export type MonthOfPlan = MonthAmounts & {
  /** Income less losses in hundredths of a per cent of the capital; null without capital. */
  rateBps: number | null
}

/** Adds the result as a share of the capital, rounded down: a loss never reads as zero. */
export const toMonthOfPlan = (month: MonthAmounts): MonthOfPlan => ({
  ...month,
  rateBps:
    month.capital > 0n
      ? Number(divideDown((month.income - month.loss) * BPS, month.capital))
      : null,
})

const divideDown = (dividend: bigint, divisor: bigint) =>
  dividend < 0n ? -((divisor - 1n - dividend) / divisor) : dividend / divisor

/** A month whose result compares with other months and plans. */
export type RatedMonth = MonthOfPlan & { rateBps: number }

const isRated = (month: MonthOfPlan): month is RatedMonth => month.rateBps !== null

/**
 * Returns the months with the lowest and the highest result by capital, the earliest of equal ones;
 * null while no month had any capital.
 */
export function findWorstAndBest(
  months: readonly MonthOfPlan[],
): { worst: RatedMonth; best: RatedMonth } | null {
  const rated = months.filter(isRated)
  const pick = (better: (one: RatedMonth, other: RatedMonth) => boolean) =>
    rated.reduce((found, month) => (better(month, found) ? month : found), rated[0] as RatedMonth)

  return rated.length === 0
    ? null
    : {
        worst: pick((month, found) => month.rateBps < found.rateBps),
        best: pick((month, found) => month.rateBps > found.rateBps),
      }
}
