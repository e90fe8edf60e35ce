import type { Tx } from '#platform/db/db.ts'
import type { NotificationTables } from '../tables.ts'

/** Counts an attempt to send a mail and returns it; undefined if it has been sent. */
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
