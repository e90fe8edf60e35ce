import { sql } from 'kysely'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'

const BATCH_SIZE = 500

/**
 * Adds every committed event to the hash chain, in one order, and returns their number. Only one
 * process does it at a time.
 */
export async function chainAuditEvents({ db }: Pick<App, 'db'>): Promise<number> {
  for (let linked = 0; ; ) {
    const { rows } = await runInTransaction(db, (tx) =>
      sql<{ linked: number }>`select link_audit_events(${BATCH_SIZE}) as linked`.execute(tx),
    )
    const now = rows[0]?.linked ?? 0
    linked += now
    if (now < BATCH_SIZE) return linked
  }
}
