import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import { createNotFoundError } from '#lib/errors.ts'
import type { Cents } from '#lib/money.ts'
import type { Reader } from '#platform/db/db.ts'
import { toBatchQuery } from '#platform/db/read-batch.ts'
import {
  computeRedemptionEffect,
  findRedemptionRefusal,
  type PlanFamily,
  type PlanVersion,
  type RedemptionEffect,
  type RedemptionNotice,
} from '../model.ts'
import type { PlansTables } from '../tables.ts'
import { getPosition, type PositionView } from './positions.ts'
import { listNoticesByPosition, listRedeemedParts, splitByNotice } from './redeemed-parts.ts'

/**
 * Returns the effect of a redemption before it is confirmed: at once, or by notice where the plan
 * has a notice period. Throws `not_found` (404) and the errors of `findRedemptionRefusal`.
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
  /** Its place among the pending notices of its plan; null once it is over. */
  place: number | null
}

/**
 * Selects notices with their places. A pending notice shows what its position still holds of it,
 * since a loss may have taken the rest.
 */
const selectRedemptionNotices = (reader: Reader) =>
  reader
    .withTables<PlansTables>()
    .with('place', (db) =>
      db
        .selectFrom('redemption_notice as n')
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
    .selectFrom('redemption_notice as n')
    .innerJoin('position as o', 'o.id', 'n.position_id')
    .innerJoin('plan as p', 'p.id', 'o.plan_id')
    .leftJoin('place', 'place.id', 'n.id')
    .select(['n.id', 'n.position_id as positionId', 'n.member_id as memberId'])
    .select((row) => row.fn.coalesce('place.amount', 'n.amount_cents').as('amount'))
    .select(['n.submitted_on as requestedOn', 'n.ends_on as endsOn', 'n.status', 'place.place'])
    .select(['p.name as planName', 'p.family'])

/**
 * Lists a member's notices: pending ones in the order in which they end, then the others, latest
 * first.
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

/** Lists all pending notices in the order in which they end. */
export async function listWaitingRedemptionNotices(
  reader: Reader,
): Promise<RedemptionNoticeView[]> {
  return await selectRedemptionNotices(reader)
    .where('n.status', '=', 'waiting')
    .orderBy('n.ends_on')
    .orderBy('n.id')
    .execute()
}

/**
 * Returns one notice of a member. Throws `not_found` (404), also for a notice of another member.
 */
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

/** A member's principal in a plan that requires notice. */
type PrincipalUnderNotice = {
  planName: string
  family: PlanFamily
  noticePeriodDays: number
  principal: Cents
}

/**
 * Returns the query of a member's principal that needs notice for `readBatch`, by plan, longest
 * notice period first.
 */
export const selectPrincipalUnderNotice = (reader: Reader, memberId: string) =>
  toBatchQuery<PrincipalUnderNotice>(
    reader
      .withTables<PlansTables>()
      .selectFrom('position as o')
      .innerJoin('plan_version as v', 'v.id', 'o.plan_version_id')
      .innerJoin('plan as p', 'p.id', 'o.plan_id')
      .select(['p.name as planName', 'p.family', 'v.notice_days as noticePeriodDays'])
      .select(sql<Cents>`sum(o.remaining_cents)::bigint`.as('principal'))
      .where('o.member_id', '=', memberId)
      .where('o.status', '=', 'open')
      .where('v.notice_days', '>', 0)
      .groupBy(['p.name', 'p.family', 'v.notice_days'])
      .orderBy('v.notice_days', 'desc')
      .orderBy('p.name')
      .orderBy('p.family'),
    { principal: 'bigint' },
  )
