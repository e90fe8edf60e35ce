import { sql } from 'kysely'
import type { Cents } from '#lib/money.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { TransferType } from '../model.ts'

/**
 * Requires a second admin's approval for a transfer type from an amount in cents on. A larger
 * amount than before changes nothing.
 */
export async function tightenApproval(
  app: Pick<App, 'db'>,
  { transferType, from }: { transferType: TransferType; from: Cents },
): Promise<void> {
  await runInTransaction(app.db, (tx) =>
    sql`select ledger.tighten_approval(${transferType}, ${from.toString()}::bigint)`.execute(tx),
  )
}
