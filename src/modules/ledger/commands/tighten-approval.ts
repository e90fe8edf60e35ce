import { sql } from 'kysely'
import type { Cents } from '#lib/money.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { TransferType } from '../model.ts'

/**
 * Has the ledger refuse a kind without a second admin's approval from so many cents on; a larger
 * amount never takes that back.
 */
export async function tightenApproval(
  app: Pick<App, 'db'>,
  { kind, from }: { kind: TransferType; from: Cents },
): Promise<void> {
  await runInTransaction(app.db, (tx) =>
    sql`select ledger.tighten(${kind}, ${from.toString()}::bigint)`.execute(tx),
  )
}
