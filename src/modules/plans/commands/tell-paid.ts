import type { App } from '#platform/app.ts'
import { inTransaction } from '#platform/transaction.ts'
import { tellNextPaid } from '../acts/tell-next-paid.ts'

export const TOLD_AT_ONCE = 1_000

/**
 * Tells members what the distributions that ended paid them, in short transactions: whatever ends
 * it, the next run goes on where it stopped, and nobody is told twice. Paying never waits for it.
 */
export async function tellPaid(app: Pick<App, 'db' | 'clock' | 'jobs'>): Promise<void> {
  while (await inTransaction(app.db, (tx) => tellNextPaid(tx, app, TOLD_AT_ONCE))) {}
}
