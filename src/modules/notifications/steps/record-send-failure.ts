import type { Tx } from '#platform/db/db.ts'
import type { NotificationTables } from '../tables.ts'

/** Stores the error of the last attempt, for the back office. */
export async function recordSendFailure(tx: Tx, id: string, reason: string): Promise<void> {
  await tx
    .withTables<NotificationTables>()
    .updateTable('outbox')
    .set({ last_error: reason.slice(0, 500) })
    .where('id', '=', id)
    .execute()
}
