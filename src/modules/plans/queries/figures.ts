import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'
import type { Reader } from '#platform/db/db.ts'
import type { MonthOfPlan, PlanVersion } from '../model.ts'
import type { PlansTables } from '../tables.ts'
import { listPlanMonths, toPlanMonth } from './plan-months.ts'

export type DistributionLine = {
  id: string
  onDay: Day
  funded: Cents
  due: Cents
  paid: Cents
  begunAt: Date
  endedAt: Date | null
}

/** Lists the distributions of a plan, newest first. */
export async function listPlanDistributions(
  reader: Reader,
  planId: string,
): Promise<DistributionLine[]> {
  return await reader
    .withTables<PlansTables>()
    .selectFrom('distribution')
    .select([
      'id',
      'on_day as onDay',
      'funded_cents as funded',
      'due_cents as due',
      'done_paid as paid',
    ])
    .select(['begun_at as begunAt', 'ended_at as endedAt'])
    .where('plan_id', '=', planId)
    .orderBy('begun_at', 'desc')
    .orderBy('id')
    .execute()
}

export type PlanFigures = {
  planId: string
  name: string
  family: PlanVersion['family']
  /** The principal of its open positions. */
  invested: Cents
  /**
   * Income recorded; how much of it has gone into distributions, and how much is still there for
   * what is due.
   */
  recorded: Cents
  /** The part of it that was recorded as income while assets were placed for the plan. */
  recordedWhilePlaced: Cents
  used: Cents
  unused: Cents
  lost: Cents
  /** Returns that were paid out of income, and those that fell due and wait for more of it. */
  paid: Cents
  owed: Cents
  months: MonthOfPlan[]
}

/** Lists what each plan earned, lost, paid and owes, by name: all plans or one. */
export async function listPlanFigures(
  reader: Reader,
  planId: string | null = null,
): Promise<PlanFigures[]> {
  const { rows } = await sql<Omit<PlanFigures, 'unused' | 'months'>>`
    select p.id as "planId", p.name, p.family,
      coalesce((select sum(remaining_cents) from position where plan_id = p.id and status =
      'open'), 0)::bigint as invested,
      coalesce((select sum(cents) from plan_income where plan_id = p.id and reversed_at is
      null), 0)::bigint as recorded,
      coalesce((
        select sum(i.cents) from plan_income i join approvals.proposals a on a.id = i.approval_id
        where i.plan_id = p.id and i.reversed_at is null
          and a.content::json ->> 'whilePlaced' is not null), 0)::bigint
        as "recordedWhilePlaced",
      coalesce((select sum(used_cents) from plan_income where plan_id = p.id), 0)::bigint as used,
      coalesce((select sum(cents) from plan_loss where plan_id = p.id), 0)::bigint as lost,
      coalesce((select sum(done_paid) from distribution where plan_id = p.id), 0)::bigint as paid,
      coalesce((select sum(cents) from owed_return where plan_id = p.id), 0)::bigint as owed
    from plan p where ${planId}::text is null or p.id = ${planId} order by p.family,
    p.name`.execute(reader)

  const months = await listPlanMonths(reader, planId)

  return rows.map((row) => ({
    ...row,
    unused: row.recorded - row.used,
    months: months.filter(({ planId: id }) => id === row.planId).map(toPlanMonth),
  }))
}
