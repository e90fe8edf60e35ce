import { sql } from 'kysely'
import { addDays, type Day } from '#lib/dates.ts'
import { settleDays } from '#modules/plans/commands/settle-days.ts'
import type { PlanVersion } from '#modules/plans/model.ts'
import { computeAccrualTotals, writeAccruals } from '#modules/plans/steps/write-accruals.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { OWED } from './distribution.ts'
import { compare, inRounds, median, print, sizeText } from './figures.ts'
import { formatIdSql, type Installation } from './installation.ts'

/**
 * Small ones are over in moments: more rounds, so that what passes over the machine doesn't decide.
 */
const computeRounds = (size: number) => Math.min(41, Math.max(7, Math.round(1_000_000 / size)))
/**
 * Control totals of a day, as they are written and committed, beside the bare sum of one column
 * over the same rows; and a settled day asked for again. Answers the day after the last one
 * written.
 */
export async function accrualFigures(testApp: Installation, size: number, from: Day): Promise<Day> {
  const { app } = testApp
  let day = from
  const write = () => runInTransaction(app.db, (tx) => writeAccruals(tx, day, day, app.clock.now()))
  const sum = () =>
    sql`select sum(remaining_cents) from position where matured_on is null and opened_on <=
      ${day}`.execute(app.db)
  const label = `${sizeText(size)} positions`
  const rounds = computeRounds(size)
  const timings = await inRounds(rounds, {
    sum,
    totals: () => computeAccrualTotals(app.db, day, day),
    write: async () => {
      day = addDays(day, 1)
      await write()
    },
  })

  compare(`accrual control totals, ${label}, to a bare sum`, 'ms', timings.totals, timings.sum)
  compare(
    `the same written and committed, ${label}, to a bare sum`,
    'ms',
    timings.write,
    timings.sum,
  )

  print(
    `accrual control totals, ${label}`,
    (median(timings.totals) * 1000) / size,
    'microseconds/position',
  )

  const again = await inRounds(rounds, { sum, write, settle: () => settleDays(app) })
  compare(
    `totals of a done day asked for again, ${label}, to a bare sum`,
    'ms',
    again.write,
    again.sum,
  )

  compare(
    `settling when every day is settled, ${label}, to a bare sum`,
    'ms',
    again.settle,
    again.sum,
  )

  return addDays(day, 1)
}

/**
 * Has so many positions, of all members and plans; of every fiftieth a part was taken out, a
 * twentieth has matured and waits.
 */
export async function growPositions(
  { owner }: Installation,
  plans: readonly PlanVersion[],
  { from, to, members }: { from: number; to: number; members: number },
): Promise<void> {
  await owner.query('set session_replication_role = replica')
  await owner.query(
    `insert into position (id, member_id, plan_id, plan_version_id, origin, deposit_id,
      principal_cents, remaining_cents,
      target_bps, term_days, opened_on, matures_on, status, at_maturity, matured_on, return_due)
    select ${formatIdSql('pos', 'i')}, ${formatIdSql('mem', `1 + i % ${members}`)}, v.plan_id,
    v.id, 'deposit',
    ${formatIdSql('dep', 'i')}, cents,
      case when due then 0 when i % 50 = 0 then cents - cents / 3 else cents end, v.target_bps,
      v.term_days, day, day + v.term_days,
      case when due then 'matured' else 'open' end, 'to_balance', case when due then current_date
      end, case when due then cents / 20 else 0 end
    from (select i, i % 20 = 7 as due, 10000 + (i * 7919::bigint) % 5000000 as cents,
    current_date - (i * 31 % 365)::integer as day
      from generate_series($1::integer + 1, $2::integer) i) drawn
    join unnest($3::text[]) with ordinality p (id, n) on p.n = 1 + i % $4::integer join
    plan_version v on v.id = p.id order by i`,
    [from, to, plans.map(({ id }) => id), plans.length],
  )

  await owner.query(
    `insert into position_redemption (id, position_id, withdrawal_id, amount_cents, redeemed_on)
    select ${formatIdSql('red', 'i')}, o.id, ${formatIdSql('wdr', 'i')}, o.principal_cents / 3,
    greatest(o.opened_on, current_date - 30)
    from generate_series($1::integer + 1, $2::integer) i join position o on o.id =
    ${formatIdSql('pos', 'i')} where i % 50 = 0 and o.matured_on is null`,
    [from, to],
  )

  await owner.query(OWED)
  await owner.query('set session_replication_role = origin')
  await owner.query('vacuum analyze position, position_redemption, owed_return')
}

/** Every day up to this one is settled, as it is most of the time. */
export const markDaysSettled = async ({ owner }: Installation, day: Day) => {
  await owner.query('insert into settled_day values ($1, now(), now()) on conflict do nothing', [
    day,
  ])
}
