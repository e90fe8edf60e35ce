import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

/**
 * Stores snapshots of the chained balances of accounts that may be negative, so that reading them
 * stays fast. A job runs it every five minutes.
 */
export async function writeBalanceSnapshots(app: { db: Db }): Promise<void> {
  await sql`select ledger.write_snapshots()`.execute(app.db)
}
