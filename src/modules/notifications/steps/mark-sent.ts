import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import { SECRET_KEYS } from '../model.ts'
import type { NotificationTables } from '../tables.ts'

/** Marks a mail as sent and deletes its code and link. */
export async function markSent(tx: Tx, id: string, messageId: string, at: Date): Promise<void> {
  await tx
    .withTables<NotificationTables>()
    .updateTable('outbox')
    .set({
      sent_at: at,
      message_id: messageId,
      last_error: null,
      data: sql<string>`data - ${[...SECRET_KEYS]}::text[]`,
    })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute()
}
