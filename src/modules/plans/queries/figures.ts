import { type Expression, sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'
import type { Reader } from '#platform/db/db.ts'
import { toBatchQuery } from '#platform/db/read-batch.ts'
import {
  findWorstAndBest,
  type MonthAmounts,
  type MonthOfPlan,
  type PlanVersion,
  toMonthOfPlan,
} from '../model.ts'
import type { PlansTables } from '../tables.ts'

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

const toPlanMonth = ({ planId: _, ...month }: PlanMonthRow) => toMonthOfPlan(month)

/** Returns the query of the months of a version's plan for `readBatch`, oldest first. */
export const selectPlanMonths = (versionId: string) =>
  toBatchQuery(buildPlanMonths(sql`(select plan_id from plan_version where id = ${versionId})`), {
    income: 'bigint',
    loss: 'bigint',
    capital: 'bigint',
  })

/** Lists the months of all plans or one, oldest first. */
const listPlanMonths = async (reader: Reader, planId: string | null) =>
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
