import { sql } from 'kysely'
import type { App } from '#platform/app.ts'

/**
 * Queues every transaction to be decided for evaluation. Changes are queued when they happen; this
 * finds what depends on time.
 */
export async function queueTransactions(app: App): Promise<void> {
  await sql`select queue_open_transactions()`.execute(app.db)
}
