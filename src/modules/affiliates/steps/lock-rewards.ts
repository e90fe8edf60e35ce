import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'

/** Locks the rewards until the transaction ends: one worker at a time pays or ends them. */
export async function lockRewards(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('rewards', 0))`.execute(tx)
}
