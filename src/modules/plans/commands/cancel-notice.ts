import { DomainError, notFound } from '#lib/errors.ts'
import { record } from '#modules/audit/acts/record-act.ts'
import type { Actor } from '#modules/audit/model.ts'
import { assertActive } from '#modules/identity/model.ts'
import { getMember } from '#modules/identity/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'
import { audienceOf } from '#platform/events.ts'
import { inTransaction } from '#platform/transaction.ts'
import { getNotice, type NoticeView } from '../queries.ts'
import type { PlansTables } from '../tables.ts'

/**
 * Takes a member's own notice back while it waits: the part stays invested as if none had been
 * given. Throws `notice_over` (409).
 */
export async function cancelNotice(
  app: Pick<App, 'db' | 'clock' | 'events'>,
  member: Actor,
  id: string,
): Promise<NoticeView> {
  const notice = await inTransaction(app.db, async (tx) => {
    const { status, amount } = await lockNotice(tx, member.id, id)
    assertActive(await getMember(tx, member.id))

    if (status !== 'waiting') throw over(status)

    const now = app.clock.now()
    await tx
      .withTables<PlansTables>()
      .updateTable('position_notice')
      .set({ status: 'cancelled', closed_at: now })
      .where('id', '=', id)
      .execute()

    await record(tx, now, member, 'notice.cancelled', id, { amount })

    return await getNotice(tx, member.id, id)
  })

  app.events.publish(audienceOf(member.id), 'positions')

  return notice
}

async function lockNotice(tx: Tx, memberId: string, id: string) {
  const notice = await tx
    .withTables<PlansTables>()
    .selectFrom('position_notice')
    .select(['status', 'amount_cents as amount'])
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
  if (!notice) throw notFound('This notice')

  return notice
}

const over = (status: 'done' | 'cancelled') =>
  new DomainError(
    'notice_over',
    409,
    status === 'done'
      ? 'This notice has ended: its part is cash in your balance.'
      : 'This notice was cancelled before.',
  )
