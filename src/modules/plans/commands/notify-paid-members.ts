import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { notifyNextPaidMembers } from '../steps/notify-next-paid-members.ts'

export const NOTIFICATION_BATCH_SIZE = 1_000

/**
 * Tells members what the distributions that ended paid them, in short transactions: whatever ends
 * it, the next run goes on where it stopped, and nobody is told twice. Paying never waits for it.
 */
export async function notifyPaidMembers(app: Pick<App, 'db' | 'clock' | 'jobs'>): Promise<void> {
  while (
    await runInTransaction(app.db, (tx) => notifyNextPaidMembers(tx, app, NOTIFICATION_BATCH_SIZE))
  ) {}
}
