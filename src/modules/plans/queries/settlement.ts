import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { Reader } from '#platform/db/db.ts'
import type { PlansTables } from '../tables.ts'

/**
 * Lists the plans with a distribution to begin or continue: returns are due, and income recorded by
 * the day has not been used up.
 */
export async function listPayablePlans(reader: Reader, day: Day): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from plan p
    where exists (select from distribution where plan_id = p.id and ended_at is null)
      or (exists (select from owed_return where plan_id = p.id)
        and exists (select from plan_income where plan_id = p.id and used_cents < cents
        and reversed_at is null and recorded_on <= ${day}::date))
    order by id`.execute(reader)

  return rows.map(({ id }) => id)
}

/** Finds the last day that is settled or being settled; null before the first. */
export async function findSettledDay(reader: Reader): Promise<Day | null> {
  const tables = reader.withTables<PlansTables>()
  const last = await tables
    .selectFrom('settled_day')
    .select('day')
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()

  return last?.day ?? null
}
