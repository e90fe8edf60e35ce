import type { Tx } from '#platform/db/db.ts'
import type { NotificationTables } from '../tables.ts'

/** Keeps why the last try failed, for the office to read. */
export async function recordSendFailure(tx: Tx, id: string, reason: string): Promise<void> {
  await tx
    .withTables<NotificationTables>()
    .updateTable('outbox')
    .set({ last_error: reason.slice(0, 500) })
    .where('id', '=', id)
    .execute()
}
