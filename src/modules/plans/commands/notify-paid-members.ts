import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { notifyNextPaidMembers } from '../steps/notify-next-paid-members.ts'

export const NOTIFICATION_BATCH_SIZE = 1_000

/**
 * Notifies members of what ended distributions paid them, in short transactions. An interrupted run
 * continues where it stopped and notifies each member once. Payment does not depend on it.
 */
export async function notifyPaidMembers(app: Pick<App, 'db' | 'clock' | 'jobs'>): Promise<void> {
  while (
    await runInTransaction(app.db, (tx) => notifyNextPaidMembers(tx, app, NOTIFICATION_BATCH_SIZE))
  ) {}
}
