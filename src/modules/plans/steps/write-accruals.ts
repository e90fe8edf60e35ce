import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'
import type { Reader, Tx } from '#platform/db/db.ts'
import type { PlansTables } from '../tables.ts'

type Total = {
  plan_id: string
  day: Day
  positions: bigint
  principal: Cents
  accrued: Cents
  due: Cents
}

/**
 * Stores the control totals of each plan for some days; a day that has totals is left unchanged.
 * Includes every position whose term runs, also one withdrawn or lost entirely, since its accrued
 * return falls due. A plan without positions has no row. The sums equal those of `computeAccrued`,
 * to the cent.
 */
export async function writeAccruals(tx: Tx, first: Day, last: Day, at: Date): Promise<void> {
  if (await isWritten(tx, last)) return

  const totals = await computeAccrualTotals(tx, first, last)
  if (totals.length === 0) return

  await sql`
    insert into accrual_run (plan_id, day, positions, principal, accrued, due, run_at)
    select *, ${at}::timestamptz from unnest(${totals.map((line) => line.plan_id)}::text[],
      ${totals.map((line) => line.day)}::date[], ${totals.map((line) => line.positions)}::bigint[],
      ${totals.map((line) => line.principal)}::bigint[],
      ${totals.map((line) => line.accrued)}::bigint[],
      ${totals.map((line) => line.due)}::bigint[])
    on conflict (plan_id, day) do nothing`.execute(tx)
}

const isWritten = async (tx: Tx, day: Day) =>
  (await tx
    .withTables<PlansTables>()
    .selectFrom('accrual_run')
    .select('day')
    .where('day', '=', day)
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * `floor(b × N / (10000 × T))` in whole numbers, N at most the principal over the term; numeric
 * where 64 bits would overflow.
 */
const buildTargetSql = (n: string) => `case when o.principal_cents <= 9000000000000 / o.term_days
  then o.target_bps * (${n}) / (10000 * o.term_days)
  else div(o.target_bps::numeric * (${n}), 10000 * o.term_days)::bigint end`

/** A single day is a constant to the planner, which then scans the positions once, in parallel. */
const buildDaysSql = (first: Day, last: Day) =>
  first === last
    ? sql`(values (${sql.lit(first)}::date)) as d (day)`
    : sql`(select generate_series(${first}::date, ${last}::date, interval '1 day')::date as day)
      as d`

/** Computes what is invested, accrued and due by plan and day, without storing it. */
export async function computeAccrualTotals(
  reader: Reader,
  first: Day,
  last: Day,
): Promise<Total[]> {
  return (await buildTotalsQuery(first, last).execute(reader)).rows
}

const WHOLE = 'o.remaining_cents * least(d.day - o.opened_on, o.term_days)'
/** Cents times days of what left a position: never below 0, never beyond the term. */
const LEFT =
  'sum(o.amount * least(greatest(least(o.left_on, o.day) - o.opened_on, 0), o.term_days))::bigint'
const COLUMNS =
  'o.id, o.plan_id, o.remaining_cents, o.principal_cents, o.target_bps, o.term_days, ' +
  'o.opened_on, d.day'

/**
 * Sums all positions in one scan as if nothing had left them, then corrects those of which a part
 * left, each under one floor. Those hold less than their principal, which filters them before any
 * join. The planner chooses the join.
 */
function buildTotalsQuery(first: Day, last: Day) {
  const days = buildDaysSql(first, last)
  const columns = sql.raw(COLUMNS)
  const running = sql`where o.matured_on is null and o.opened_on <= d.day`
  const less = sql`o.remaining_cents <> o.principal_cents`
  const whole = WHOLE.replaceAll('d.day', 'o.day')

  return sql<Total>`
    with whole as (
      select o.plan_id, d.day, count(*) as positions, sum(o.remaining_cents) as principal,
      sum(${sql.raw(buildTargetSql(WHOLE))}) as accrued
      from position o, ${days} ${running} group by o.plan_id, d.day),
    part as (
      select ${columns}, r.amount_cents as amount, r.redeemed_on as left_on from
      position_redemption r
      join position o on o.id = r.position_id cross join ${days} ${running} and ${less} and
      r.restored_on is null
      union all select ${columns}, l.amount_cents, l.lost_on from position_loss l join position o
      on o.id = l.position_id cross join ${days} ${running} and ${less}),
    parted as (
      select o.plan_id, o.day, sum(o.amount) filter (where o.left_on > o.day) as principal,
        (${sql.raw(buildTargetSql(`${whole} + ${LEFT}`))}) -
        (${sql.raw(buildTargetSql(whole))}) as accrued
      from part o group by ${sql.raw(COLUMNS.replace('d.day', 'o.day'))}),
    owed as (
      select plan_id, sum(cents) as due from owed_return group by plan_id)
    select plan_id, day, coalesce(sum(positions), 0)::bigint as positions,
    coalesce(sum(principal), 0)::bigint as principal,
      coalesce(sum(accrued), 0)::bigint as accrued, coalesce(sum(due), 0)::bigint as due
    from (
      select plan_id, day, positions, principal, accrued, 0 as due from whole
      union all select plan_id, day, 0, principal, accrued, 0 from parted
      union all select owed.plan_id, d.day, 0, 0, 0, owed.due from owed, ${days}) totals
    group by plan_id, day order by day, plan_id`
}
