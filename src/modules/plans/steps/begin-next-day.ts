import { sql } from 'kysely'
import { addDays, countDays, type Day } from '#lib/dates.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import type { PlansTables } from '../tables.ts'
import { writeAccruals } from './write-accruals.ts'

/** About so many positions times days in one transaction: a second's work. */
const POSITION_DAYS = 1_000_000
const MAX_DAYS = 4_000

/**
 * The next unit of work: a day with events or one already begun, or a number of quiet days that
 * were settled together.
 */
export type NextDay = { busy: Day } | { settled: number } | null

/**
 * Begins the next day that isn't settled, or settles at once the days before the next on which
 * anything can happen: of those only the totals are written. Null when all are settled up to today.
 */
export async function beginNextDay(tx: Tx, app: Pick<App, 'clock'>, today: Day): Promise<NextDay> {
  const state = await readSettlementState(tx)
  if (state.begun) return { busy: state.begun }

  const first = state.settled
    ? addDays(state.settled, 1)
    : pickEarlier(state.opened ?? today, today)
  if (first > today) return null

  const next = state.happens ?? null
  if (next !== null && next <= first) {
    await tx
      .withTables<PlansTables>()
      .insertInto('settled_day')
      .values({ day: first, began_at: app.clock.now(), ended_at: null })
      .execute()
    return { busy: first }
  }

  const quiet = next === null ? today : pickEarlier(addDays(next, -1), today)
  const maxDays = Math.max(
    1,
    Math.min(MAX_DAYS, Math.floor(POSITION_DAYS / Math.max(1, await countRunning(tx)))),
  )

  return {
    settled: await settleQuietDays(tx, app, first, pickEarlier(quiet, addDays(first, maxDays - 1))),
  }
}

const pickEarlier = (one: Day, other: Day) => (one < other ? one : other)

type State = {
  begun: Day | null
  settled: Day | null
  opened: Day | null
  happens: Day | null
}

/**
 * Returns the settlement state. `happens` is the first day on which a notice or a term ends, or
 * recorded income meets what is due.
 */
async function readSettlementState(tx: Tx): Promise<State> {
  const { rows } = await sql<State>`
    select (select min(day) from settled_day where ended_at is null) as begun,
      (select max(day) from settled_day) as settled,
      case when not exists (select from settled_day) then (select min(opened_on) from position)
      end as opened,
      least((select min(matures_on) from position where matured_on is null),
        (select min(ends_on) from redemption_notice where status = 'waiting'),
        (select min(on_day) from distribution where ended_at is null),
        (select min(recorded_on) from plan_income i where used_cents < cents
          and reversed_at is null and exists (
            select from owed_return w where w.plan_id = i.plan_id))) as happens`.execute(tx)

  return rows[0] as State
}

/** Counts the running terms, up to what matters; called only when there are days to settle. */
async function countRunning(tx: Tx): Promise<number> {
  const { rows } = await sql<{ running: number }>`
    select count(*)::int as running from (select from position where matured_on is null limit
    ${POSITION_DAYS}) as o`.execute(tx)
  return rows[0]?.running ?? 0
}

async function settleQuietDays(
  tx: Tx,
  app: Pick<App, 'clock'>,
  first: Day,
  last: Day,
): Promise<number> {
  const now = app.clock.now()
  await writeAccruals(tx, first, last, now)
  await sql`
    insert into settled_day (day, began_at, ended_at)
    select day::date, ${now}::timestamptz, ${now}::timestamptz
    from generate_series(${first}::date, ${last}::date, interval '1 day') as day`.execute(tx)

  return countDays(first, last) + 1
}
