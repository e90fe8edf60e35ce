import { createNotFoundError, DomainError } from '#lib/errors.ts'
import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { assertActive } from '#modules/identity/model.ts'
import { getMember } from '#modules/identity/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { getRedemptionNotice, type RedemptionNoticeView } from '../queries.ts'
import type { PlansTables } from '../tables.ts'

/**
 * Cancels a member's own redemption notice that is pending; the part stays invested. Throws
 * `not_found` (404), `notice_over` (409).
 */
export async function cancelRedemptionNotice(
  app: Pick<App, 'db' | 'clock' | 'events'>,
  member: Actor,
  id: string,
): Promise<RedemptionNoticeView> {
  const redemptionNotice = await runInTransaction(app.db, async (tx) => {
    const { status, amount } = await lockRedemptionNotice(tx, member.id, id)
    assertActive(await getMember(tx, member.id))

    if (status !== 'waiting') throw createNoticeOverError(status)

    const now = app.clock.now()
    await tx
      .withTables<PlansTables>()
      .updateTable('redemption_notice')
      .set({ status: 'cancelled', closed_at: now })
      .where('id', '=', id)
      .execute()

    await record(tx, now, member, 'redemption-notice.cancelled', id, { amount })

    return await getRedemptionNotice(tx, member.id, id)
  })

  app.events.publish(toMemberAudience(member.id), 'positions')

  return redemptionNotice
}

async function lockRedemptionNotice(tx: Tx, memberId: string, id: string) {
  const redemptionNotice = await tx
    .withTables<PlansTables>()
    .selectFrom('redemption_notice')
    .select(['status', 'amount_cents as amount'])
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
  if (!redemptionNotice) throw createNotFoundError('This notice')

  return redemptionNotice
}

const createNoticeOverError = (status: 'done' | 'cancelled') =>
  new DomainError(
    'notice_over',
    409,
    status === 'done'
      ? 'This notice period has ended, and the amount is in your cash balance.'
      : 'This notice has already been cancelled.',
  )
