import type { Actor } from '#modules/audit/model.ts'
import type { App } from '#platform/app.ts'
import { audienceOf } from '#platform/events.ts'
import { inTransaction } from '#platform/transaction.ts'
import { getNotice } from '../queries.ts'
import type { NotificationTables } from '../tables.ts'

export type ReadNotices = { id: string } | { upTo: bigint }

/**
 * Marks one notice of the member's as read, or all up to the newest that was shown: what came
 * meanwhile stays unread. Another member's is a 404, as nothing is. Answers how many it marked.
 */
export async function readNotices(app: App, member: Actor, which: ReadNotices): Promise<number> {
  const marked = await inTransaction(app.db, async (tx) => {
    if ('id' in which) await getNotice(tx, member.id, which.id)

    const unread = tx
      .withTables<NotificationTables>()
      .updateTable('notification')
      .set({ read_at: app.clock.now() })
      .where('member_id', '=', member.id)
      .where('read_at', 'is', null)

    const chosen =
      'id' in which ? unread.where('id', '=', which.id) : unread.where('sequence', '<=', which.upTo)
    return Number((await chosen.executeTakeFirst()).numUpdatedRows)
  })

  if (marked > 0) app.events.publish(audienceOf(member.id), 'notifications')

  return marked
}
