import { sql } from 'kysely'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'

const AT_ONCE = 5_000

/**
 * Lets lists be ordered by what sealed rows have changed of members' balances; answers how many
 * rows it went by.
 */
export async function followBalances({ db }: Pick<App, 'db'>): Promise<number> {
  for (let followed = 0; ; ) {
    const { rows } = await runInTransaction(db, (tx) =>
      sql<{ rows: number }>`select follow_balances(${AT_ONCE}) as rows`.execute(tx),
    )
    const now = rows[0]?.rows ?? 0
    followed += now
    if (now < AT_ONCE) return followed
  }
}
