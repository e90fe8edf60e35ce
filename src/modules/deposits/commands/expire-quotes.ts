import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { AMOUNT_RESERVED_MS } from '../model.ts'
import type { DepositTables } from '../tables.ts'

/**
 * Writes down which quotes have ended and frees the coin amounts of those that ended long ago; safe
 * to repeat.
 */
export async function expireQuotes(app: App): Promise<void> {
  const now = app.clock.now()
  const longAgo = new Date(now.getTime() - AMOUNT_RESERVED_MS)
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
      .set({ amount_kept: false })
      .where('amount_kept', '=', true)
      .where('status', '=', 'expired')
      .where('expires_at', '<=', longAgo)
      .execute()
  })
}
