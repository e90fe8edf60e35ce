import { sql } from 'kysely'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'

const BATCH = 5_000

/**
 * Updates the stored member balances by the journal rows chained since the last run. Returns the
 * number of processed rows.
 */
export async function followBalances({ db }: Pick<App, 'db'>): Promise<number> {
  for (let total = 0; ; ) {
    const { rows } = await runInTransaction(db, (tx) =>
      sql<{ rows: number }>`select update_member_balances(${BATCH}) as rows`.execute(tx),
    )

    const processed = rows[0]?.rows ?? 0
    total += processed
    if (processed < BATCH) return total
  }
}
