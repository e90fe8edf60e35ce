import type { Tx } from '#platform/db/db.ts'
import type { NotificationTables } from '../tables.ts'

/** Counts a try at a mail that hasn't left; undefined when it has. */
export async function beginAttempt(tx: Tx, id: string) {
  return await tx
    .withTables<NotificationTables>()
    .updateTable('outbox')
    .set((is) => ({ attempts: is('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .returning(['id', 'member_id', 'recipient', 'recipient_name', 'template', 'data'])
    .executeTakeFirst()
}
