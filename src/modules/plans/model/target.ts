import type { Cents } from '#lib/money.ts'
import { formatPercentage } from '#lib/percentages.ts'
import type { PlanVersion } from './plan.ts'

export const BPS = 10_000n

const DAYS_A_YEAR = 365

/**
 * Checks whether a target exceeds a yearly limit, simple or compounded. Both are exact: (1 + b)^365
 * is compared with (1 + limit)^T in whole numbers.
 */
export function isExtraordinary(
  targetBps: number,
  termDays: number,
  yearlyLimitBps: number,
): boolean {
  if (targetBps * DAYS_A_YEAR > yearlyLimitBps * termDays) return true
  const grown = (BPS + BigInt(targetBps)) ** BigInt(DAYS_A_YEAR) * BPS ** BigInt(termDays)
  const limit = (BPS + BigInt(yearlyLimitBps)) ** BigInt(termDays) * BPS ** BigInt(DAYS_A_YEAR)
  return grown > limit
}

const EXTRAORDINARY_WARNING =
  'This target is far above what ordinary investments earn. Be sceptical of it: it may not be ' +
  'reached, and you could lose all the money you invest.'

/** Returns the warning that is shown next to a target above the limit; null for an ordinary one. */
export const getTargetWarning = ({ extraordinary }: { extraordinary: boolean }) =>
  extraordinary ? EXTRAORDINARY_WARNING : null

export const SAMPLE_LABEL = 'sample figures, simulated money'

/**
 * Returns the simple yearly target, rounded down; null for a term below a year, since a short
 * period is never annualised for display.
 */
export const formatYearlyPercentage = ({
  targetBps,
  termDays,
}: Pick<PlanVersion, 'targetBps' | 'termDays'>) =>
  termDays < DAYS_A_YEAR ? null : formatPercentage(Math.floor((targetBps * DAYS_A_YEAR) / termDays))

/** One way a term can end: what the plan pays or loses, and what there is at the end, in cents. */
export type Outcome = { result: Cents; atEnd: Cents }

/**
 * The share of the principal that the illustration of a loss takes: a quarter. An example, neither
 * a limit nor a forecast.
 */
const ILLUSTRATED_LOSS_BPS = 2_500n

/**
 * Computes three outcomes for an amount (target met, nothing earned, a quarter lost), rounded down
 * to the cent.
 */
export function illustrate(
  amount: Cents,
  percentage: string,
): Record<'target' | 'zero' | 'loss', Outcome> {
  const [whole = '0', fraction = ''] = percentage.replace('%', '').split('.')
  const targetBps = BigInt(whole + fraction.padEnd(2, '0'))
  const buildOutcome = (result: Cents): Outcome => ({ result, atEnd: amount + result })

  return {
    target: buildOutcome((amount * targetBps) / BPS),
    zero: buildOutcome(0n),
    loss: buildOutcome(-((amount * ILLUSTRATED_LOSS_BPS) / BPS)),
  }
}
