import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'
import { recipientOf } from '#modules/identity/model.ts'
import { listMembersById } from '#modules/identity/queries.ts'
import { notifyEach } from '#modules/notifications/acts/queue-mail.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'
import type { Distribution } from './begin-distribution.ts'

/** Whose shares were just worked out, up to which place in the order of payment. */
type Chunk = { members: readonly string[] | null; matured: Day; last: string }

type Told = {
  memberId: string
  plan: string
  paid: Cents
  positions: number
  /** Whether some of it could go on into a position that began on this very day. */
  anew: boolean
  stillDue: Cents
}

/**
 * Tells members what a distribution paid them, all of it at once and once a distribution: with the last of their shares,
 * in the transaction that pays it. Four statements at most, however many they are; whose every share is below a cent is
 * told nothing.
 */
export async function tellPaid(
  tx: Tx,
  app: Pick<App, 'clock' | 'jobs'>,
  distribution: Distribution,
  chunk: Chunk,
): Promise<void> {
  const done = await listDone(tx, distribution, chunk)
  const members = await listMembersById(
    tx,
    done.map(({ memberId }) => memberId),
  )
  const told = done.flatMap(({ memberId, ...paid }) => {
    const member = members.get(memberId)
    const data = { ...paid, distributionId: distribution.id, on: distribution.on_day }
    return member ? [{ recipient: { ...recipientOf(member), memberId }, data }] : []
  })
  await notifyEach(tx, app, told, 'return-paid')
}

/** Each `offset 0` has rows looked up member by member: the planner, which can't know how many are whose, would read all of them. */
async function listDone(tx: Tx, distribution: Distribution, { members, matured, last }: Chunk) {
  const { id, plan_id, on_day, upto_matured, upto_id } = distribution
  const { rows } = await sql<Told>`
    select m.id as "memberId", (select name from plan where id = ${plan_id}) as plan, own.paid, own.positions, own.anew,
      (select coalesce(sum(cents), 0)::bigint from owed_return where member_id = m.id and plan_id = ${plan_id}) as "stillDue"
    from unnest(${members ?? []}::text[]) with ordinality m (id, place)
    cross join lateral (
      select sum(p.cents)::bigint as paid, count(*)::integer as positions,
        bool_or(o.at_maturity = 'reinvest_all' and o.matured_on = ${on_day}::date) as anew
      from (select id, at_maturity, matured_on from position where member_id = m.id and plan_id = ${plan_id} and matured_on is not null offset 0) o
      cross join lateral (select distribution_id, cents from payout where position_id = o.id offset 0) p where p.distribution_id = ${id}) own
    where own.paid > 0 and not exists (
      select from owed_return w where w.member_id = m.id and w.plan_id = ${plan_id}
        and (w.matured_on, w.position_id) > (${matured}::date, ${last}::text) and (w.matured_on, w.position_id) <= (${upto_matured}::date, ${upto_id}::text) offset 0)
    order by m.place`.execute(tx)
  return rows
}
