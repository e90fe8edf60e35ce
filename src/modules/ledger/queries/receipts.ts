import { sql } from 'kysely'
import type { Reader } from '#platform/db/db.ts'
import { type Output, RECEIPT_SOURCES, type Receipt } from '../model.ts'
import { readLedger } from './read-ledger.ts'

export type RecordedReceipt = Receipt & {
  /** Hash of the idempotency key of the transfer that consumed it. */
  consumedBy: string | null
  /** True when that posting was reversed: the same payment may be recorded again. */
  released: boolean
}

/**
 * Lists receipts, newest first: all, one by id, the one of an output, the unused or the consumed
 * ones.
 */
export async function listReceipts(
  reader: Reader,
  only: { id?: string; of?: Output; open?: boolean; limit?: number } = {},
): Promise<RecordedReceipt[]> {
  let query = readLedger(reader)
    .selectFrom('ledger.receipts')
    .select(['id', 'source', 'reference', 'output_index as outputIndex', 'currency', 'amount'])
    .select(['arrived_at as arrivedAt', 'recorded_by as recordedBy', 'consumed_by as consumedBy'])
    .select('released')
    .$narrowType<{ source: Receipt['source'] }>()
    .orderBy('arrived_at', 'desc')
    .limit(only.limit ?? 50)

  if (only.id !== undefined) query = query.where('id', '=', only.id)

  if (only.of !== undefined)
    query = query
      .where('source', '=', only.of.source)
      .where('reference', '=', only.of.reference)
      .where('output_index', '=', only.of.outputIndex)

  if (only.open !== undefined) query = query.where('consumed_by', only.open ? 'is' : 'is not', null)

  return await query.execute()
}

/**
 * Lists the references (such as a deposit's id) of the rows that consumed receipts of a
 * transaction id or bank reference; at most 50.
 */
export async function listReceiptUses(
  reader: Reader,
  spellings: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select distinct j.reference from ledger.receipts r
    join ledger.entries j on j.idempotency_key = r.consumed_by
    where r.source = any(${[...RECEIPT_SOURCES]}::text[]) and r.reference =
    any(${[...spellings]}::text[])
    limit 50`.execute(reader)

  return rows.map(({ reference }) => reference)
}

/** Returns one receipt, or null. */
export async function findReceipt(reader: Reader, id: string): Promise<RecordedReceipt | null> {
  return (await listReceipts(reader, { id }))[0] ?? null
}
