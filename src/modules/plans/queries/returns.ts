import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'
import type { Reader } from '#platform/db.ts'
import { getPlanName } from '../queries.ts'
import type { PlansTables } from '../tables.ts'

export type OwedReturn = {
  positionId: string
  memberId: string
  principal: Cents
  maturedOn: Day
  due: Cents
  paid: Cents
}

const MOST_SHOWN = 500

/** Positions of a plan whose return fell due and isn't paid yet, or not all of it: in the order in which they are paid. */
export async function listOwedReturns(reader: Reader, planId: string): Promise<OwedReturn[]> {
  await getPlanName(reader, planId)
  const rows = await reader
    .withTables<PlansTables>()
    .selectFrom('position')
    .select(['id as positionId', 'member_id as memberId', 'principal_cents as principal'])
    .select(['matured_on as maturedOn', 'return_due as due', 'return_paid as paid'])
    .where('plan_id', '=', planId)
    .whereRef('return_due', '>', 'return_paid')
    .orderBy('matured_on')
    .orderBy('id')
    .limit(MOST_SHOWN)
    .execute()
  return rows.map((row) => ({ ...row, maturedOn: row.maturedOn ?? '' }))
}

export type MaturingDay = { day: Day; positions: number; principal: Cents }

const DAYS_SHOWN = 8

/** The next days on which terms of a plan end, and what is invested until then. */
export async function listMaturingDays(reader: Reader, planId: string): Promise<MaturingDay[]> {
  const { rows } = await sql<MaturingDay>`
    select matures_on as day, count(*)::int as positions, sum(remaining_cents)::bigint as principal
    from position where plan_id = ${planId} and status = 'open'
    group by matures_on order by matures_on limit ${DAYS_SHOWN}`.execute(reader)
  return rows
}
