import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import { invariant } from '#lib/invariant.ts'
import type { Cents } from '#lib/money.ts'
import { systemActor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { toPlanIncomeAccountCode } from '#modules/ledger/model.ts'
import { postBuilt } from '#modules/ledger/steps/post-built.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import type { PlansTables } from '../tables.ts'
import type { Distribution } from './allocate-income.ts'

type PaidChunk = {
  positions: bigint
  due: Cents
  cents: Cents
  taken: Cents
  matured: Day
  last: string
}

/**
 * Pays the next positions of a running distribution their shares, at most `limit`, and returns
 * whether any are left. Pro rata: with funds F and W due in total, a position's share is
 * `floor(F·W_i/W) − floor(F·W_{i−1}/W)`, W_i the running sum of what is due up to it. The shares
 * add up to F, whatever the chunks. Position, payout, journal and cursor commit together.
 */
export async function payDistribution(
  tx: Tx,
  app: Pick<App, 'clock'>,
  distributionId: string,
  limit: number,
): Promise<boolean> {
  const distribution = await lockRunning(tx, distributionId)
  if (!distribution) return false

  const paid = await payChunk(tx, distribution, limit)
  const doneDue = distribution.done_due + paid.due
  const ended = doneDue === distribution.due_cents

  invariant(paid.taken === paid.cents, 'each share is taken off what is owed')
  invariant(
    paid.positions > 0n || ended,
    'what is due of a distribution stays as it was when it began',
  )

  await tx
    .withTables<PlansTables>()
    .updateTable('distribution')
    .set({ done_due: doneDue, done_paid: distribution.done_paid + paid.cents })
    .set({
      done_matured: paid.matured,
      done_id: paid.last,
      ended_at: ended ? app.clock.now() : null,
    })
    .where('id', '=', distributionId)
    .execute()

  const details = { planId: distribution.plan_id, paid: distribution.funded_cents }
  if (ended)
    await record(tx, app.clock.now(), systemActor, 'distribution.ended', distributionId, details)

  return !ended
}

const lockRunning = (tx: Tx, id: string) =>
  tx
    .withTables<PlansTables>()
    .selectFrom('distribution')
    .selectAll()
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/**
 * Pays a chunk in one SQL statement. Under `reinvest_all`, what is paid on the day of maturity
 * grows the position that the principal went into, if it is still open and within the plan's
 * limits; otherwise it is profit.
 */
async function payChunk(tx: Tx, distribution: Distribution, limit: number): Promise<PaidChunk> {
  const { id, plan_id, on_day, funded_cents, due_cents, done_due } = distribution
  const since = sql`(coalesce(${distribution.done_matured}::date, '-infinity'),
    coalesce(${distribution.done_id}::text, ''))`
  const upto = sql`(${distribution.upto_matured}::date, ${distribution.upto_id}::text)`
  const share = (running: string) =>
    sql`div(${funded_cents}::numeric * (${done_due}::bigint + ${sql.raw(running)}),
      ${due_cents}::bigint)`
  const [chunk] = await postBuilt(
    tx,
    (posted) => sql<PaidChunk>`
    with chunk as materialized (
      select ctid as place, position_id as id, member_id, matured_on, cents as due from owed_return
      where plan_id = ${plan_id} and (matured_on, position_id) > ${since} and (matured_on,
      position_id) <= ${upto}
      order by matured_on, position_id limit ${limit}),
    running as (select *, sum(due) over (order by matured_on, id rows unbounded preceding) as
    upto_due from chunk),
    share as materialized (
      select *, (${share('upto_due')} - ${share('upto_due - due')})::bigint as cents,
      'distribution/' || ${id}::text || '/' || id as idempotency_key from running),
    in_full as (delete from owed_return w using share s where w.ctid = s.place and w.cents =
    s.due and s.cents = s.due returning s.*),
    in_part as (
      update owed_return w set cents = w.cents - s.cents from share s
      where w.ctid = s.place and w.cents = s.due and s.cents > 0 and s.cents < s.due returning s.*),
    paid as (select * from in_full union all select * from in_part),
    stored as (insert into payout (distribution_id, position_id, cents) select ${id}, id, cents
    from paid),
    growing as (
      select s.idempotency_key, s.member_id, s.cents, n.id, v.max_cents from paid s
      cross join lateral (select at_maturity from position where id = s.id offset 0) o
      cross join lateral (select id, plan_version_id from position where reinvested_from = s.id
      and status = 'open' offset 0) n
      cross join lateral (select max_cents from plan_version where id = n.plan_version_id offset
      0) v
      where o.at_maturity = 'reinvest_all' and s.matured_on = ${on_day}::date),
    grown as (
      update position n set principal_cents = n.principal_cents + s.cents, remaining_cents =
      n.remaining_cents + s.cents
      from growing s where n.id = s.id and n.status = 'open' and n.principal_cents + s.cents <=
      s.max_cents
      returning s.idempotency_key, s.member_id, s.cents, n.id),
    legs as (
      select 0 as step, matured_on, id, row(get_idempotency_key(idempotency_key), 'return_paid',
      ${toPlanIncomeAccountCode(plan_id)}::text, 'member:' || member_id || ':profit', cents,
        ${on_day}::date, id, 'system', null, null, null)::ledger.transfer as leg from paid
      union all
      select 1, ${on_day}::date, id, row(get_idempotency_key(idempotency_key || '/reinvest'),
      'position_opened', 'member:' || member_id || ':profit',
      'member:' || member_id || ':principal', cents, ${on_day}::date, id,
        'system', null, null, null)::ledger.transfer from grown)
    select count(*) as positions, coalesce(sum(due), 0)::bigint as due, coalesce(sum(cents),
    0)::bigint as cents,
      (select coalesce(sum(cents), 0)::bigint from paid) as taken, max(matured_on) as matured,
      (array_agg(id order by matured_on desc, id desc))[1] as last,
      ${posted(sql`select array_agg(leg order by step, matured_on, id) from legs`)} as posted
    from share`,
  )

  invariant(chunk, 'a sum is one row')

  return chunk
}
