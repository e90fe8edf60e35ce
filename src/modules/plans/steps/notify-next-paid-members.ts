import { sql } from 'kysely'
import type { Cents } from '#lib/money.ts'
import { toRecipient } from '#modules/identity/model.ts'
import { listMembersById } from '#modules/identity/queries.ts'
import { notifyEach } from '#modules/notifications/steps/queue-mail.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { getPlanName } from '../queries.ts'
import type { PlansTables } from '../tables.ts'
import type { Distribution } from './allocate-income.ts'

type PayoutSummary = {
  memberId: string
  paid: Cents
  positions: number
  /** True if part of it was added to the position that began on the day of payment. */
  reinvested: boolean
  stillDue: Cents
}

/**
 * Notifies the next members of what the oldest unnotified distribution paid them, at most `limit`,
 * and returns whether there was one. A member gets one mail a distribution; the cursor commits with
 * the mails. A member whose shares are all below a cent is skipped.
 */
export async function notifyNextPaidMembers(
  tx: Tx,
  app: Pick<App, 'clock' | 'jobs'>,
  limit: number,
): Promise<boolean> {
  const distribution = await lockUnnotifiedDistribution(tx)
  if (!distribution) return false

  const next = await listNext(tx, distribution, limit)
  const paid = next.filter((one) => one.paid > 0n)
  const members = await listMembersById(
    tx,
    paid.map(({ memberId }) => memberId),
  )

  const plan = await getPlanName(tx, distribution.plan_id)
  const notifications = paid.flatMap(({ memberId, ...data }) => {
    const member = members.get(memberId)
    const of = { distributionId: distribution.id, on: distribution.on_day, plan }
    return member
      ? [{ recipient: { ...toRecipient(member), memberId }, data: { ...data, ...of } }]
      : []
  })

  await notifyEach(tx, app, notifications, 'return-paid')
  await tx
    .withTables<PlansTables>()
    .updateTable('distribution')
    .set({ notified_up_to: next.at(-1)?.memberId ?? distribution.notified_up_to })
    .set({ notified_at: next.length < limit ? app.clock.now() : null })
    .where('id', '=', distribution.id)
    .execute()

  return true
}

const lockUnnotifiedDistribution = (tx: Tx) =>
  tx
    .withTables<PlansTables>()
    .selectFrom('distribution')
    .selectAll()
    .where('ended_at', 'is not', null)
    .where('notified_at', 'is', null)
    .orderBy('ended_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

/**
 * `offset 0` makes the planner look up rows member by member. It cannot know how many belong to a
 * member and what a distribution has just written, and would read all of them.
 */
async function listNext(
  tx: Tx,
  { id, plan_id, on_day, notified_up_to }: Distribution,
  limit: number,
) {
  const { rows } = await sql<PayoutSummary>`
    select m.id as "memberId", own.*
    from (select distinct member_id as id from position
      where plan_id = ${plan_id} and matured_on is not null and member_id > ${notified_up_to ?? ''}
      order by 1 limit ${limit}) m
    cross join lateral (
      select coalesce(sum(p.cents), 0)::bigint as paid, count(p.cents)::integer as positions,
      coalesce(sum(w.cents), 0)::bigint as "stillDue",
        bool_or(p.cents is not null and o.at_maturity = 'reinvest_all' and o.matured_on =
        ${on_day}::date) as reinvested
      from (select id, at_maturity, matured_on from position where plan_id = ${plan_id} and
      member_id = m.id and matured_on is not null offset 0) o
      left join lateral (select distribution_id, cents from payout where position_id = o.id
      offset 0) p on p.distribution_id = ${id}
      left join lateral (select cents from owed_return where position_id = o.id offset 0) w on
      true) own
    order by m.id`.execute(tx)

  return rows
}
