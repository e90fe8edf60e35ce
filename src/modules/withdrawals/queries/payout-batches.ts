import { type Selectable, sql } from 'kysely'
import { createNotFoundError } from '#lib/errors.ts'
import type { Reader } from '#platform/db/db.ts'
import type { WithdrawalTables } from '../tables.ts'
import { type PayoutBatch, selectBatches, toBatch } from './payout-batch.ts'

type Row = Selectable<WithdrawalTables['withdrawal']>

/**
 * Returns a payout batch; `lock` locks it until the transaction ends. Throws `not_found` (404).
 */
export async function getPayoutBatch(
  reader: Reader,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<PayoutBatch> {
  const query = selectBatches(reader).where('id', '=', id)
  const row = await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst()
  if (!row) throw createNotFoundError('The payout batch')
  return toBatch(row)
}

/** Returns the newest payout batches; at most 50. */
export async function listPayoutBatches(reader: Reader): Promise<PayoutBatch[]> {
  return (await selectBatches(reader).orderBy('number', 'desc').limit(50).execute()).map(toBatch)
}

/** Returns these payout batches by id. */
export async function listPayoutBatchesById(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PayoutBatch>> {
  if (ids.length === 0) return new Map()
  const rows = await selectBatches(reader)
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::text[])`)
    .execute()

  return new Map(rows.map((row) => [row.id, toBatch(row)]))
}

/** Returns the number of withdrawals of each batch that are not paid yet. */
export async function countUnpaidByBatch(reader: Reader): Promise<ReadonlyMap<string, number>> {
  const rows = await reader
    .withTables<WithdrawalTables>()
    .selectFrom('withdrawal')
    .select(['payout_batch_id', ({ fn }) => fn.countAll<bigint>().as('many')])
    .where('payout_batch_id', 'is not', null)
    .where('status', '=', 'approved')
    .groupBy('payout_batch_id')
    .execute()

  return new Map(rows.map(({ payout_batch_id: id, many }) => [id ?? '', Number(many)]))
}

/** Returns the withdrawals that a batch names, by id; `lock` locks them. */
export async function listBatchRows(
  reader: Reader,
  { withdrawalIds }: Pick<PayoutBatch, 'withdrawalIds'>,
  { lock = false }: { lock?: boolean } = {},
): Promise<Row[]> {
  const query = reader
    .withTables<WithdrawalTables>()
    .selectFrom('withdrawal')
    .selectAll()
    .where(sql<boolean>`id = any(${[...withdrawalIds]}::text[])`)
    .orderBy('id')

  return await (lock ? query.forUpdate() : query).execute()
}
