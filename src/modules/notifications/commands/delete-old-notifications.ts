import { DAY_MS } from '#lib/dates.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { NotificationTables } from '../tables.ts'

/** Deletes notifications older than the retention period, read or not; returns how many. */
export async function deleteOldNotifications(app: App): Promise<number> {
  return await runInTransaction(app.db, async (tx) => {
    const { notificationDays } = await getSetting(tx, app.config, 'retention')
    const oldest = new Date(app.clock.now().getTime() - notificationDays * DAY_MS)
    const gone = await tx
      .withTables<NotificationTables>()
      .deleteFrom('notification')
      .where('created_at', '<', oldest)
      .executeTakeFirst()

    return Number(gone.numDeletedRows)
  })
}
