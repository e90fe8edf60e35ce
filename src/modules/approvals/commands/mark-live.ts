import { sql } from 'kysely'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'

/**
 * Marks the installation as live in the database: from then on new deciders and looser controls
 * wait, by the database's clock. Nothing unmarks it.
 */
export async function markLive(app: Pick<App, 'db'>): Promise<void> {
  await runInTransaction(app.db, (tx) => sql`select approvals.set_live()`.execute(tx))
}
