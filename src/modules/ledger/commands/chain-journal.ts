import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

const MAX_ROWS = 10_000

/**
 * Gives every committed row its gapless number, adds it to the hash chain, and returns the row
 * count. It waits for no open transaction and may run concurrently. A job runs it every half
 * second.
 */
export async function chainJournal(app: { db: Db }): Promise<bigint> {
  let chained = 0n
  for (;;) {
    const { rows } = await sql<{
      count: bigint
    }>`select ledger.append_block(${MAX_ROWS}) as count`.execute(app.db)
    const count = rows[0]?.count ?? 0n
    if (count === 0n) return chained
    chained += count
  }
}
