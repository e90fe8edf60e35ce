import { sql } from 'kysely'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'

/** Thrown when another process settles at this moment: what is left it will do. */
export class AnotherSettles extends Error {}

/**
 * Runs one settlement step in its own transaction under a lock. Throws `AnotherSettles` while
 * another process holds the lock.
 */
export const settleAlone = <Result>(
  app: Pick<App, 'db'>,
  step: (tx: Tx) => Promise<Result>,
): Promise<Result> =>
  runInTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('plans.settle', 0)) as free`.execute(tx)
    if (!rows[0]?.free) throw new AnotherSettles('another process settles at this moment')
    return await step(tx)
  })
