import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

/**
 * Notes the sealed balances of accounts without a limit, so that reading them stays quick. Run it
 * every few minutes.
 */
export async function writeBalanceSnapshots(app: { db: Db }): Promise<void> {
  await sql`select ledger.write_checkpoints()`.execute(app.db)
}
