import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import { createNotFoundError } from '#lib/errors.ts'
import type { Cents } from '#lib/money.ts'
import type { Reader } from '#platform/db/db.ts'
import {
  computeRedemptionEffect,
  findRedemptionRefusal,
  type PlanVersion,
  type RedemptionEffect,
  type RedemptionNotice,
} from '../model.ts'
import type { PlansTables } from '../tables.ts'
import { getPosition, type PositionView } from './positions.ts'
import { listNoticesByPosition, listRedeemedParts, splitByNotice } from './redeemed-parts.ts'

/**
 * What taking an amount out of a position would do, before anybody has done it: at once, or where
 * the plan asks for it by notice. Throws `not_found`, and what `findRedemptionRefusal` says.
 */
export async function previewRedemption(
  reader: Reader,
  memberId: string,
  { positionId, amount }: { positionId: string; amount: Cents },
  today: Day,
): Promise<RedemptionEffect & { position: PositionView }> {
  const position = await getPosition(reader, memberId, positionId, today)
  const redeemed = (await listRedeemedParts(reader, [positionId])).get(positionId) ?? []
  const waiting = (await listNoticesByPosition(reader, [positionId])).get(positionId) ?? []
  const { free, leaving } = splitByNotice(position, waiting)
  const rest = { ...position, remaining: free }
  const refusal = findRedemptionRefusal(rest, amount, today)
  if (refusal) throw refusal

  const { noticePeriodDays } = position
  const effect = computeRedemptionEffect(rest, [...redeemed, ...leaving], {
    amount,
    on: today,
    noticePeriodDays,
  })

  return { ...effect, position }
}

export type RedemptionNoticeView = RedemptionNotice & {
  planName: string
  family: PlanVersion['family']
  /** Where it stands among those of its plan that wait; null when it waits no more. */
  place: number | null
}

/**
 * Notices with their place. One that waits shows what its position still holds of it: a loss may
 * have taken the rest.
 */
const selectRedemptionNotices = (reader: Reader) =>
  reader
    .withTables<PlansTables>()
    .with('place', (db) =>
      db
        .selectFrom('position_notice as n')
        .innerJoin('position as o', 'o.id', 'n.position_id')
        .select('n.id')
        .select(
          sql<number>`row_number() over (partition by o.plan_id order by n.ends_on,
            n.id)::integer`.as('place'),
        )
        .select(
          sql<Cents>`greatest(least(n.amount_cents, o.remaining_cents -
            coalesce(sum(n.amount_cents) over
            (partition by o.id order by n.ends_on, n.id rows between unbounded preceding and 1
            preceding), 0)), 0)::bigint`.as('amount'),
        )
        .where('n.status', '=', 'waiting'),
    )
    .selectFrom('position_notice as n')
    .innerJoin('position as o', 'o.id', 'n.position_id')
    .innerJoin('plan as p', 'p.id', 'o.plan_id')
    .leftJoin('place', 'place.id', 'n.id')
    .select(['n.id', 'n.position_id as positionId', 'n.member_id as memberId'])
    .select((row) => row.fn.coalesce('place.amount', 'n.amount_cents').as('amount'))
    .select(['n.given_on as requestedOn', 'n.ends_on as endsOn', 'n.status', 'place.place'])
    .select(['p.name as planName', 'p.family'])

/**
 * A member's own notices: those that wait in the order in which they end, then the others, the
 * latest first.
 */
export async function listMemberRedemptionNotices(
  reader: Reader,
  memberId: string,
): Promise<RedemptionNoticeView[]> {
  return await selectRedemptionNotices(reader)
    .where('n.member_id', '=', memberId)
    .orderBy('n.closed_at', (order) => order.desc().nullsFirst())
    .orderBy('n.ends_on')
    .orderBy('n.id')
    .execute()
}

/** Everybody's notices that wait, in the order in which they end. */
export async function listWaitingRedemptionNotices(
  reader: Reader,
): Promise<RedemptionNoticeView[]> {
  return await selectRedemptionNotices(reader)
    .where('n.status', '=', 'waiting')
    .orderBy('n.ends_on')
    .orderBy('n.id')
    .execute()
}

/** One notice of a member. Throws `not_found` for anybody else's. */
export async function getRedemptionNotice(
  reader: Reader,
  memberId: string,
  id: string,
): Promise<RedemptionNoticeView> {
  const redemptionNotice = await selectRedemptionNotices(reader)
    .where('n.member_id', '=', memberId)
    .where('n.id', '=', id)
    .executeTakeFirst()
  if (!redemptionNotice) throw createNotFoundError('This notice')
  return redemptionNotice
}

/**
 * What of a member's principal can be cash only after notice, by plan: the longest notice first.
 */
export async function listPrincipalUnderNotice(
  reader: Reader,
  memberId: string,
): Promise<{ planName: string; noticePeriodDays: number; principal: Cents }[]> {
  return await reader
    .withTables<PlansTables>()
    .selectFrom('position as o')
    .innerJoin('plan_version as v', 'v.id', 'o.plan_version_id')
    .innerJoin('plan as p', 'p.id', 'o.plan_id')
    .select(['p.name as planName', 'v.notice_days as noticePeriodDays'])
    .select(sql<Cents>`sum(o.remaining_cents)::bigint`.as('principal'))
    .where('o.member_id', '=', memberId)
    .where('o.status', '=', 'open')
    .where('v.notice_days', '>', 0)
    .groupBy(['p.name', 'v.notice_days'])
    .orderBy('v.notice_days', 'desc')
    .orderBy('p.name')
    .execute()
}
