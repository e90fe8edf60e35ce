import { invariant } from '#lib/invariant.ts'
import { type Cents, mulDiv } from '#lib/money.ts'
import type { Position } from './position.ts'

/**
 * Divides an amount in proportion to parts, in their order: each share is `floor(F·W_i/W) −
 * floor(F·W_{i−1}/W)`, W_i the running sum of parts. The shares add up to the amount exactly.
 */
export function splitProRata<Part extends { cents: Cents }>(
  amount: Cents,
  parts: readonly Part[],
): Part[] {
  const whole = parts.reduce((sum, { cents }) => sum + cents, 0n)
  let before = 0n

  return parts.map((part) => {
    const upTo = before + part.cents
    const share = (amount * upTo) / whole - (amount * before) / whole
    before = upTo
    return { ...part, cents: share }
  })
}

/** One position's share of a loss, in cents. */
export type LossShare = { positionId: string; memberId: string; cents: Cents }

/**
 * Returns each position's share of a loss in cents, pro rata to its remaining principal:
 * `floor(L·R_i/R) − floor(L·R_{i−1}/R)`, where R_i is the running sum of what remains. Source:
 * LEDGER, 'Accrual and returns'. The shares add up to the loss, and none exceeds its position. Zero
 * shares are left out.
 */
export function computeLossShares(
  positions: readonly Pick<Position, 'id' | 'memberId' | 'remaining'>[],
  loss: Cents,
): LossShare[] {
  const invested = positions.reduce((sum, { remaining }) => sum + remaining, 0n)
  invariant(loss >= 0n && loss <= invested, 'a loss is at most what is invested')

  let running = 0n
  let borne = 0n
  const shares = positions.map(({ id, memberId, remaining }) => {
    running += remaining
    const upToHere = invested === 0n ? 0n : mulDiv(loss, running, invested)
    const cents = upToHere - borne
    borne = upToHere
    return { positionId: id, memberId, cents }
  })

  return shares.filter(({ cents }) => cents > 0n)
}

/** Sums the shares of each member over their positions. */
export function sumSharesByMember(shares: readonly LossShare[]): ReadonlyMap<string, Cents> {
  const sums = new Map<string, Cents>()
  for (const { memberId, cents } of shares) sums.set(memberId, (sums.get(memberId) ?? 0n) + cents)
  return sums
}
