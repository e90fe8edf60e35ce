import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

const AT_MOST = 10_000

/**
 * Gives every committed row its gapless number and chains it by hash; answers how many rows. Waits
 * for no open transaction and can run beside itself. Run it every second.
 */
export async function chainJournal(app: { db: Db }): Promise<bigint> {
  let chained = 0n
  for (;;) {
    const { rows } = await sql<{ count: bigint }>`select ledger.seal(${AT_MOST}) as count`.execute(
      app.db,
    )
    const count = rows[0]?.count ?? 0n
    if (count === 0n) return chained
    chained += count
  }
}
