import type { Tx } from '#platform/db/db.ts'
import type { NotificationTables } from '../tables.ts'

/** Erases a member's notifications and choices; the mails stay until `eraseMails`. */
export async function eraseNotifications(tx: Tx, memberId: string): Promise<void> {
  const tables = tx.withTables<NotificationTables>()
  await tables.deleteFrom('notification').where('member_id', '=', memberId).execute()
  await tables.deleteFrom('notification_choice').where('member_id', '=', memberId).execute()
}

/** Erases every mail to a member: address, name and contents. Unsent ones are never sent. */
export async function eraseMails(tx: Tx, memberId: string): Promise<void> {
  await tx
    .withTables<NotificationTables>()
    .deleteFrom('outbox')
    .where('member_id', '=', memberId)
    .execute()
}
