import type { Actor } from '#modules/audit/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { getNotification } from '../queries.ts'
import type { NotificationTables } from '../tables.ts'

export type MarkNotificationsInput = { id: string } | { upTo: bigint; from?: bigint }

/**
 * Marks one of the member's notifications as read, or all up to the newest that was displayed, from
 * the oldest if it is given; later ones stay unread. Returns how many it marked. Throws `not_found`
 * (404), also for another member's.
 */
export async function markNotificationsRead(
  app: App,
  member: Actor,
  which: MarkNotificationsInput,
): Promise<number> {
  const marked = await runInTransaction(app.db, async (tx) => {
    if ('id' in which) await getNotification(tx, member.id, which.id)

    const unread = tx
      .withTables<NotificationTables>()
      .updateTable('notification')
      .set({ read_at: app.clock.now() })
      .where('member_id', '=', member.id)
      .where('read_at', 'is', null)

    const chosen =
      'id' in which
        ? unread.where('id', '=', which.id)
        : unread.where('sequence', '<=', which.upTo).where('sequence', '>=', which.from ?? 0n)
    return Number((await chosen.executeTakeFirst()).numUpdatedRows)
  })

  if (marked > 0) app.events.publish(toMemberAudience(member.id), 'notifications')

  return marked
}
