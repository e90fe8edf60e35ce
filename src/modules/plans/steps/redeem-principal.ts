import { createNotFoundError, DomainError } from '#lib/errors.ts'
import { invariant } from '#lib/invariant.ts'
import type { Transfer } from '#modules/ledger/model.ts'
import type { Tx } from '#platform/db/db.ts'
import {
  allocateParts,
  createNoticeNeededError,
  formatDayCount,
  type PositionPart,
} from '../model.ts'
import type { PlansTables } from '../tables.ts'
import { buildRedemptionTransfer, type RedeemPrincipal, takeParts } from './take-redemption.ts'

/**
 * Redeems an amount from a member's open positions for a withdrawal, and returns the parts with the
 * transfers (principal → cash) that the caller posts. The parts stop accruing that day; what they
 * accrued falls due at maturity. Throws `not_found` (404) for a picked position that is not an open
 * one of the member, `notice_needed` (409) for one with a notice period, `insufficient_funds` (422)
 * when the positions hold less.
 */
export async function redeemPrincipal(
  tx: Tx,
  input: RedeemPrincipal,
): Promise<{ parts: PositionPart[]; transfers: Transfer[] }> {
  invariant(input.amount > 0n, 'what is redeemed is above zero')

  const parts = allocateParts(await lockOpenPositions(tx, input), input.amount)
  if (!parts)
    throw new DomainError(
      'insufficient_funds',
      422,
      'Your investments hold less than this amount.',
      'amount',
    )

  await takeParts(tx, parts, input)

  return { parts, transfers: parts.map((part) => buildRedemptionTransfer(part, input)) }
}

/**
 * Locks in order of id, so that two callers never wait for each other, and returns the positions in
 * the order in which they are used.
 */
async function lockOpenPositions(tx: Tx, { memberId, positions }: RedeemPrincipal) {
  const open = await tx
    .withTables<PlansTables>()
    .selectFrom('position as o')
    .innerJoin('plan_version as v', 'v.id', 'o.plan_version_id')
    .innerJoin('plan as p', 'p.id', 'v.plan_id')
    .select(['o.id', 'o.remaining_cents as remaining', 'o.opened_on as openedOn'])
    .select(['v.notice_days as noticePeriodDays', 'p.name'])
    .where('o.member_id', '=', memberId)
    .where('o.status', '=', 'open')
    .orderBy('o.id')
    .forUpdate('o')
    .execute()

  if (positions)
    return [...new Set(positions)].map((id) => {
      const picked = open.find((position) => position.id === id)
      if (!picked) throw createNotFoundError('This investment')
      if (picked.noticePeriodDays > 0) throw createPlanNoticeError(picked)
      return picked
    })

  return open
    .filter(({ noticePeriodDays }) => noticePeriodDays === 0)
    .sort((one, other) => (`${one.openedOn} ${one.id}` < `${other.openedOn} ${other.id}` ? 1 : -1))
}

const createPlanNoticeError = ({
  name,
  noticePeriodDays,
}: {
  name: string
  noticePeriodDays: number
}) =>
  createNoticeNeededError(
    `The ${name} plan requires ${formatDayCount(noticePeriodDays)}’ notice before principal can ` +
      'be withdrawn.',
  )
