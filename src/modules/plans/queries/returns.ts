import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'
import type { Reader } from '#platform/db/db.ts'
import type { PlansTables } from '../tables.ts'
import { getPlanName } from './plan-names.ts'

export type OwedReturn = {
  positionId: string
  memberId: string
  principal: Cents
  maturedOn: Day
  due: Cents
  paid: Cents
}

const MAX_ROWS = 500

/**
 * Positions of a plan whose return fell due and isn't paid yet, or not all of it: in the order in
 * which they are paid.
 */
export async function listOwedReturns(reader: Reader, planId: string): Promise<OwedReturn[]> {
  await getPlanName(reader, planId)
  return await reader
    .withTables<PlansTables>()
    .selectFrom('owed_return as w')
    .innerJoin('position as o', 'o.id', 'w.position_id')
    .select(['o.id as positionId', 'o.member_id as memberId', 'o.principal_cents as principal'])
    .select(['w.matured_on as maturedOn', 'o.return_due as due'])
    .select(sql<Cents>`o.return_due - w.cents`.as('paid'))
    .where('w.plan_id', '=', planId)
    .orderBy('w.matured_on')
    .orderBy('w.position_id')
    .limit(MAX_ROWS)
    .execute()
}

export type MaturingDay = { day: Day; positions: number; principal: Cents }

const DAYS_SHOWN = 8

/** Lists the next days on which terms of a plan end, with the principal that matures. */
export async function listMaturingDays(reader: Reader, planId: string): Promise<MaturingDay[]> {
  const { rows } = await sql<MaturingDay>`
    select matures_on as day, count(*)::int as positions, sum(remaining_cents)::bigint as principal
    from position where plan_id = ${planId} and status = 'open'
    group by matures_on order by matures_on limit ${DAYS_SHOWN}`.execute(reader)
  return rows
}

/** Returns the number of positions whose return fell due and isn't paid in full, and its cents. */
export async function sumOwedReturns(reader: Reader): Promise<{ positions: number; cents: Cents }> {
  const row = await reader
    .withTables<PlansTables>()
    .selectFrom('owed_return')
    .select((all) => [
      all.fn.countAll<bigint>().as('positions'),
      sql<Cents>`coalesce(sum(cents), 0)::bigint`.as('cents'),
    ])
    .executeTakeFirstOrThrow()

  return { positions: Number(row.positions), cents: row.cents }
}
