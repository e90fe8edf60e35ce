import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { AMOUNT_RESERVED_MS } from '../model.ts'
import type { DepositTables } from '../tables.ts'

/**
 * Marks quotes past their end as expired and frees the coin amounts of those that ended more than
 * seven days ago. Safe to repeat.
 */
export async function expireQuotes(app: App): Promise<void> {
  const now = app.clock.now()
  const reservedUntil = new Date(now.getTime() - AMOUNT_RESERVED_MS)
  await runInTransaction(app.db, async (tx) => {
    const deposits = tx.withTables<DepositTables>()
    await deposits
      .updateTable('deposit')
      .set({ status: 'expired' })
      .where('status', '=', 'awaiting_payment')
      .where('expires_at', '<=', now)
      .execute()

    await deposits
      .updateTable('deposit')
      .set({ amount_reserved: false })
      .where('amount_reserved', '=', true)
      .where('status', '=', 'expired')
      .where('expires_at', '<=', reservedUntil)
      .execute()
  })
}
