import { countDays, type Day } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'

/** A member's payment in (above zero) or out (below), in cents. */
export type CashFlow = { day: Day; amount: Cents }

export type Performance = {
  /** The portfolio value less net deposits, in cents. */
  gain: Cents
  /** The money-weighted return since the first payment, in hundredths of a per cent; or null. */
  rateBps: number | null
  since: Day
}

/**
 * Computes a member's gain and money-weighted return by the modified Dietz method: the gain divided
 * by the average capital, in which each payment counts for the share of the time it was invested.
 * Source: CFA Institute, Global Investment Performance Standards. The return is null where the
 * average capital is not above zero; without a payment there is no performance.
 */
export function computePerformance(
  flows: readonly CashFlow[],
  value: Cents,
  today: Day,
): Performance | null {
  const [first] = flows
  if (!first) return null

  const gain = flows.reduce((left, { amount }) => left - amount, value)
  const days = BigInt(Math.max(countDays(first.day, today), 0))
  const weighted = flows.reduce(
    (sum, { day, amount }) => sum + amount * BigInt(Math.max(countDays(day, today), 0)),
    0n,
  )
  const rateBps = weighted > 0n ? Number(divideRounded(gain * 10_000n * days, weighted)) : null

  return { gain, rateBps, since: first.day }
}

/** Divides and rounds half away from zero; the divisor is above zero. */
const divideRounded = (dividend: bigint, divisor: bigint): bigint =>
  (2n * dividend + (dividend < 0n ? -divisor : divisor)) / (2n * divisor)
