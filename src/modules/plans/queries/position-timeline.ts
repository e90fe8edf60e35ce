import type { Day } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'
import type { Reader } from '#platform/db/db.ts'
import { type FundedReturn, getPosition, listFundedReturns, type PositionView } from '../queries.ts'
import type { PlansTables } from '../tables.ts'

type BorneLoss = {
  lostOn: Day
  cents: Cents
  cause: string
  periodFrom: Day
  periodTo: Day
  /** The loss of the whole plan. */
  ofPlan: Cents
}
type TakenPart = { on: Day; cents: Cents; by: 'withdrawal' | 'notice'; restoredOn: Day | null }

export type PositionTimeline = {
  position: PositionView
  returns: FundedReturn[]
  losses: BorneLoss[]
  parts: TakenPart[]
  /** The position that followed it at maturity. */
  reinvestedAs: string | null
}

/**
 * Returns the events of a member's position, oldest first. Throws `not_found` (404), also for a
 * position of another member.
 */
export async function getPositionTimeline(
  reader: Reader,
  memberId: string,
  id: string,
  today: Day,
): Promise<PositionTimeline> {
  const position = await getPosition(reader, memberId, id, today)
  return {
    position,
    returns: await listFundedReturns(reader, id),
    losses: await listBorneLosses(reader, id),
    parts: await listTakenParts(reader, id),
    reinvestedAs: await findReinvestedPosition(reader, id),
  }
}

async function listBorneLosses(reader: Reader, positionId: string): Promise<BorneLoss[]> {
  return await reader
    .withTables<PlansTables>()
    .selectFrom('position_loss as b')
    .innerJoin('plan_loss as l', 'l.id', 'b.loss_id')
    .select(['b.lost_on as lostOn', 'b.amount_cents as cents', 'l.cause', 'l.cents as ofPlan'])
    .select(['l.period_from as periodFrom', 'l.period_to as periodTo'])
    .where('b.position_id', '=', positionId)
    .orderBy('b.lost_on')
    .orderBy('l.id')
    .execute()
}

async function listTakenParts(reader: Reader, positionId: string): Promise<TakenPart[]> {
  const parts = await reader
    .withTables<PlansTables>()
    .selectFrom('position_redemption')
    .select([
      'redeemed_on as on',
      'amount_cents as cents',
      'notice_id',
      'restored_on as restoredOn',
    ])
    .where('position_id', '=', positionId)
    .orderBy('redeemed_on')
    .orderBy('id')
    .execute()

  return parts.map(({ notice_id, ...part }) => ({
    ...part,
    by: notice_id ? 'notice' : 'withdrawal',
  }))
}

async function findReinvestedPosition(reader: Reader, positionId: string): Promise<string | null> {
  const tables = reader.withTables<PlansTables>()
  const found = await tables
    .selectFrom('position')
    .select('id')
    .where('reinvested_from', '=', positionId)
    .executeTakeFirst()

  return found?.id ?? null
}
