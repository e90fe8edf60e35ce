import { sql } from 'kysely'
import { createNotFoundError } from '#lib/errors.ts'
import type { Reader } from '#platform/db/db.ts'
import type { WithdrawalTables } from '../tables.ts'
import { type PayoutTransaction, selectTransactions, toTransaction } from './payout-transaction.ts'

/** Returns the transactions of a batch, newest version first. */
export async function listPayoutTransactions(
  reader: Reader,
  batchId: string,
): Promise<PayoutTransaction[]> {
  const rows = await selectTransactions(reader)
    .where('batch_id', '=', batchId)
    .orderBy('version', 'desc')
    .execute()

  return rows.map(toTransaction)
}

/** Returns a transaction; `lock` locks it until the transaction ends. Throws `not_found` (404). */
export async function getPayoutTransaction(
  reader: Reader,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<PayoutTransaction> {
  const query = selectTransactions(reader).where('id', '=', id)
  const row = await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst()
  if (!row) throw createNotFoundError('The transaction')
  return toTransaction(row)
}

/** Returns the newest exported version of a Bitcoin batch's transaction. */
export async function findCurrentTransaction(
  reader: Reader,
  batchId: string,
): Promise<PayoutTransaction | null> {
  const row = await selectTransactions(reader)
    .where('batch_id', '=', batchId)
    .where('status', 'not in', ['prepared', 'discarded'])
    .orderBy('version', 'desc')
    .executeTakeFirst()

  return row ? toTransaction(row) : null
}

/** Returns the transaction of a batch that waits for the approval of the batch. */
export async function findPreparedTransaction(
  reader: Reader,
  batchId: string,
): Promise<PayoutTransaction | null> {
  const row = await selectTransactions(reader)
    .where('batch_id', '=', batchId)
    .where('status', '=', 'prepared')
    .executeTakeFirst()

  return row ? toTransaction(row) : null
}

/** Returns the highest version of a batch's transactions; 0 if it has none. */
export async function getLastVersion(reader: Reader, batchId: string): Promise<number> {
  const row = await reader
    .withTables<WithdrawalTables>()
    .selectFrom('payout_transaction')
    .select(({ fn }) => fn.max('version').as('version'))
    .where('batch_id', '=', batchId)
    .executeTakeFirst()

  return row?.version ?? 0
}

/**
 * Returns the transactions in a block whose network fee is known and not recorded: those that paid,
 * and those that failed on Ethereum once their batch has ended.
 */
export async function listUnrecordedFees(reader: Reader): Promise<PayoutTransaction[]> {
  const rows = await selectTransactions(reader)
    .where(
      sql<boolean>`(status = 'completed' and num_nonnulls(fee, network_fee) > 0
        or status = 'failed' and network_fee is not null and exists (
          select from payout_batch b
          where b.id = batch_id and b.status in ('completed', 'cancelled')))`,
    )
    .where('fee_recorded_at', 'is', null)
    .orderBy('created_at')
    .limit(50)
    .execute()

  return rows.map(toTransaction)
}
