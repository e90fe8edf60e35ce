import { type Expression, sql } from 'kysely'
import type { Reader } from '#platform/db/db.ts'
import { toBatchQuery } from '#platform/db/read-batch.ts'
import { findWorstAndBest, type MonthAmounts, type MonthOfPlan, toMonthOfPlan } from '../model.ts'

/** Lists the worst month by plan, as `findWorstMonths` returns it: of all plans or one. */
export const listWorstMonths = async (
  reader: Reader,
  only: string | null = null,
): Promise<ReadonlyMap<string, MonthOfPlan>> => findWorstMonths(await listPlanMonths(reader, only))

/**
 * Returns the month with the lowest result by capital, by plan, from the rows of
 * `selectPlanMonths`. A plan without a month that had capital has no entry.
 */
export function findWorstMonths(rows: readonly PlanMonthRow[]): ReadonlyMap<string, MonthOfPlan> {
  const worst = new Map<string, MonthOfPlan>()
  for (const [planId, months] of Map.groupBy(rows, (row) => row.planId)) {
    const extremes = findWorstAndBest(months.map(toPlanMonth))
    if (extremes) worst.set(planId, extremes.worst)
  }
  return worst
}

/** A month of a plan, as `selectPlanMonths` reads it. */
type PlanMonthRow = MonthAmounts & { planId: string }

export const toPlanMonth = ({ planId: _, ...month }: PlanMonthRow) => toMonthOfPlan(month)

/** Returns the query of the months of a version's plan for `readBatch`, oldest first. */
export const selectPlanMonths = (versionId: string) =>
  toBatchQuery(buildPlanMonths(sql`(select plan_id from plan_version where id = ${versionId})`), {
    income: 'bigint',
    loss: 'bigint',
    capital: 'bigint',
  })

/** Lists the months of all plans or one, oldest first. */
export const listPlanMonths = async (reader: Reader, planId: string | null) =>
  (await buildPlanMonths(sql`coalesce(${planId}, plan_id)`).execute(reader)).rows

/**
 * Selects the months that have a result, and each settled month in which the plan had capital: a
 * month without income is a month with the result zero. The current month counts once it has one.
 */
const buildPlanMonths = (planId: Expression<unknown>) => sql<PlanMonthRow>`
  with result as (
    select plan_id, to_char(period_to, 'YYYY-MM') as month, sum(income) as income, sum(loss) as loss
    from (select plan_id, period_to, cents as income, 0 as loss from plan_income
      where reversed_at is null
      union all select plan_id, period_to, 0, cents from plan_loss) line
    where plan_id = ${planId} group by 1, 2),
  invested as (
    select plan_id, to_char(day, 'YYYY-MM') as month, div(sum(principal), count(*)) as capital
    from accrual_run where principal > 0 and plan_id = ${planId} group by 1, 2)
  select plan_id as "planId", month, coalesce(income, 0)::bigint as income,
    coalesce(loss, 0)::bigint as loss, coalesce(capital, 0)::bigint as capital
  from result full join invested using (plan_id, month)
  where income is not null or month < (select to_char(max(day), 'YYYY-MM') from settled_day)
  order by 1, 2`
