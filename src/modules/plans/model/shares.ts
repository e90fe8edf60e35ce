import { invariant } from '#lib/invariant.ts'
import { type Cents, mulDiv } from '#lib/money.ts'
import type { Position } from './position.ts'

/**
 * Shares an amount out in proportion to parts, in their order: each `floor(F·W_i/W) −
 * floor(F·W_{i−1}/W)`, together exactly all of it.
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

/** What one position bears of a loss, in cents. */
export type LossShare = { positionId: string; memberId: string; cents: Cents }

/**
 * What each position bears of a loss, pro rata to what is still invested, in the order given and in
 * cents: `floor(L·R_i/R) − floor(L·R_{i−1}/R)`, where R_i is the running sum of what remains.
 * LEDGER, 'Accrual and returns'. It telescopes: the shares add up to the loss, and none is more
 * than its position holds. Those of nothing are left out.
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

/** What each member bears over all their positions. */
export function sumSharesByMember(shares: readonly LossShare[]): ReadonlyMap<string, Cents> {
  const sums = new Map<string, Cents>()
  for (const { memberId, cents } of shares) sums.set(memberId, (sums.get(memberId) ?? 0n) + cents)
  return sums
}
