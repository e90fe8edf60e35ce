import { sql } from 'kysely'
import { createNotFoundError } from '#lib/errors.ts'
import type { Cents } from '#lib/money.ts'
import type { Reader } from '#platform/db/db.ts'
import type { PlanVersion, RedemptionNotice } from '../model.ts'
import type { PlansTables } from '../tables.ts'

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
