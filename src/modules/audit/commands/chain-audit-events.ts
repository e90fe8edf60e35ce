import { sql } from 'kysely'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'

const AT_ONCE = 500

/**
 * Gives every committed act its place in the chain, in one order for all; answers how many. One
 * process at a time does it.
 */
export async function chainAuditEvents({ db }: Pick<App, 'db'>): Promise<number> {
  for (let linked = 0; ; ) {
    const { rows } = await runInTransaction(db, (tx) =>
      sql<{ linked: number }>`select link_acts(${AT_ONCE}) as linked`.execute(tx),
    )
    const now = rows[0]?.linked ?? 0
    linked += now
    if (now < AT_ONCE) return linked
  }
}
