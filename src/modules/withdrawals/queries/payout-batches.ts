import { type Selectable, sql } from 'kysely'
import { createNotFoundError } from '#lib/errors.ts'
import type { Cents } from '#lib/money.ts'
import type { ChainName } from '#modules/chains/model.ts'
import type { PaymentMethodCode } from '#modules/settings/model.ts'
import type { Reader } from '#platform/db/db.ts'
import type { BatchStatus, PayoutKind } from '../model.ts'
import type { WithdrawalTables } from '../tables.ts'

type Row = Selectable<WithdrawalTables['withdrawal']>

export type PayoutBatch = {
  id: string
  number: bigint
  status: BatchStatus
  /** null in a batch that was exported before batches were of one payment method. */
  method: PaymentMethodCode | null
  /** The chain of all its withdrawals. */
  chain: ChainName
  /** null until it is exported. */
  kind: PayoutKind | null
  withdrawalIds: readonly string[]
  cents: Cents
  createdAt: Date
  createdBy: string
  fileSha256: string | null
  exportedAt: Date | null
  exportedBy: string | null
  completedAt: Date | null
  cancelledAt: Date | null
  cancelledBy: string | null
  cancelReason: string | null
}

const toBatch = (
  row: Selectable<WithdrawalTables['payout_batch']> & { chain: ChainName },
): PayoutBatch => ({
  id: row.id,
  number: row.number,
  status: row.status,
  method: row.method,
  chain: row.chain,
  kind: row.kind,
  withdrawalIds: row.withdrawal_ids,
  cents: row.cents,
  createdAt: row.created_at,
  createdBy: row.creator_label,
  fileSha256: row.file_sha256?.toString('hex') ?? null,
  exportedAt: row.exported_at,
  exportedBy: row.exporter_label,
  completedAt: row.completed_at,
  cancelledAt: row.cancelled_at,
  cancelledBy: row.cancelled_by,
  cancelReason: row.cancel_reason,
})

const selectBatches = (reader: Reader) =>
  reader
    .withTables<WithdrawalTables>()
    .selectFrom('payout_batch')
    .selectAll()
    .select(
      sql<ChainName>`(select min(get_payout_chain(w.coin, w.address)) from withdrawal w
        where w.id = any(payout_batch.withdrawal_ids))`.as('chain'),
    )

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

/**
 * Returns the approved withdrawals that are in no batch, by id. Members whose withdrawals are
 * frozen, and withdrawals on hold are left out. In a transaction that creates a batch, `lock` locks
 * them until it ends.
 */
export async function listExportable(
  reader: Reader,
  now: Date,
  { method, lock = false }: { method?: PaymentMethodCode; lock?: boolean } = {},
): Promise<Row[]> {
  let query = reader
    .withTables<WithdrawalTables>()
    .selectFrom('withdrawal')
    .selectAll()
    .where('status', '=', 'approved')
    .where('payout_batch_id', 'is', null)
    .where(isNotFrozen(now))
    .where(sql<boolean>`not is_held_member(withdrawal.member_id)`)
    .where(sql<boolean>`not is_held_transaction(withdrawal.id)`)
    .orderBy('id')

  if (method) query = query.where('method', '=', method)

  return await (lock ? query.forUpdate() : query).execute()
}

const isNotFrozen = (now: Date) =>
  sql<boolean>`not exists (select from member m
    where m.id = withdrawal.member_id and m.withdrawals_frozen_until > ${now})`

/**
 * Returns whether a withdrawal of a batch belongs to a member whose withdrawals are frozen, or who
 * is held by screening.
 */
export async function hasFrozenMember(
  reader: Reader,
  { withdrawalIds }: Pick<PayoutBatch, 'withdrawalIds'>,
  now: Date,
): Promise<boolean> {
  const row = await reader
    .withTables<WithdrawalTables>()
    .selectFrom('withdrawal')
    .select('id')
    .where(sql<boolean>`id = any(${[...withdrawalIds]}::text[])`)
    .where(sql<boolean>`(not ${isNotFrozen(now)} or is_held_member(member_id))`)
    .executeTakeFirst()

  return row !== undefined
}

/** Returns the cents that admins exported alone within 24 hours, as the database sums them. */
export async function sumExportedAlone(reader: Reader, now: Date): Promise<Cents> {
  const { rows } = await sql<{ sum: bigint }>`
    select sum_exported_alone(${now}) as sum`.execute(reader)

  return rows[0]?.sum ?? 0n
}
