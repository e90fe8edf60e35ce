import { sql } from 'kysely'
import { addDays } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import type { Cents } from '#lib/money.ts'
import { record } from '#modules/audit/acts/record-act.ts'
import type { Actor } from '#modules/audit/model.ts'
import { assertActive } from '#modules/identity/model.ts'
import { getMember } from '#modules/identity/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'
import { audienceOf } from '#platform/events.ts'
import { inTransaction } from '#platform/transaction.ts'
import { lockPosition } from '../acts/lock-position.ts'
import { redemptionRefusal } from '../model.ts'
import { getNotice, type NoticeView } from '../queries.ts'
import type { PlansTables } from '../tables.ts'

export type GiveNotice = { positionId: string; amount: Cents }

/**
 * Puts a part of a member's position, above zero, into the queue: it goes on accruing until its
 * notice ends, and is cash then. Throws `not_found`, `no_notice` (409) where the plan asks for
 * none, and what `redemptionRefusal` says.
 */
export async function giveNotice(
  app: Pick<App, 'db' | 'clock' | 'events'>,
  member: Actor,
  { positionId, amount }: GiveNotice,
): Promise<NoticeView> {
  const today = app.clock.today()
  const notice = await inTransaction(app.db, async (tx) => {
    const position = await lockPosition(tx, member.id, positionId)
    assertActive(await getMember(tx, member.id))

    const { noticeDays } = position
    if (noticeDays === 0) throw noNotice(position)

    const remaining = position.remaining - (await waitingOf(tx, positionId))
    const refusal = redemptionRefusal({ ...position, remaining }, amount, today)
    if (refusal) throw refusal

    const id = newId('not')
    const endsOn = addDays(today, noticeDays)
    await tx
      .withTables<PlansTables>()
      .insertInto('position_notice')
      .values({
        id,
        position_id: positionId,
        member_id: member.id,
        amount_cents: amount,
        given_on: today,
        ends_on: endsOn,
        status: 'waiting',
        closed_at: null,
      })
      .execute()

    await record(tx, app.clock.now(), member, 'notice.given', id, { positionId, amount, endsOn })

    return await getNotice(tx, member.id, id)
  })

  app.events.publish(audienceOf(member.id), 'positions')

  return notice
}

/** What of a position, whose row is locked, has notice already. */
async function waitingOf(tx: Tx, positionId: string): Promise<Cents> {
  const { waiting } = await tx
    .withTables<PlansTables>()
    .selectFrom('position_notice')
    .select(sql<Cents>`coalesce(sum(amount_cents), 0)::bigint`.as('waiting'))
    .where('position_id', '=', positionId)
    .where('status', '=', 'waiting')
    .executeTakeFirstOrThrow()

  return waiting
}

const noNotice = ({ planName }: { planName: string }) =>
  new DomainError(
    'no_notice',
    409,
    `The ${planName} plan asks for no notice: this can be withdrawn at any time.`,
  )
