import { createHash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { BYTE_ORDER_MARK, formatCsv } from '#lib/csv.ts'
import { createNotFoundError, DomainError } from '#lib/errors.ts'
import { invariant } from '#lib/invariant.ts'
import { type Cents, formatAmount } from '#lib/money.ts'
import type { Reader } from '#platform/db/db.ts'
import { ListFile } from '#platform/files/export.ts'
import type { WithdrawalTables } from '../tables.ts'

type Row = Selectable<WithdrawalTables['withdrawal']>

export type PayoutBatch = {
  id: string
  number: bigint
  withdrawalIds: readonly string[]
  cents: Cents
  fileSha256: string
  exportedAt: Date
  exportedBy: string
  cancelledAt: Date | null
  cancelledBy: string | null
  cancelReason: string | null
}

const toBatch = (row: Selectable<WithdrawalTables['payout_batch']>): PayoutBatch => ({
  id: row.id,
  number: row.number,
  withdrawalIds: row.withdrawal_ids,
  cents: row.cents,
  fileSha256: row.file_sha256.toString('hex'),
  exportedAt: row.exported_at,
  exportedBy: row.exporter_label,
  cancelledAt: row.cancelled_at,
  cancelledBy: row.cancelled_by,
  cancelReason: row.cancel_reason,
})

const selectBatches = (reader: Reader) =>
  reader.withTables<WithdrawalTables>().selectFrom('payout_batch').selectAll()

/** Returns a payout batch. Throws `not_found` (404). */
export async function getPayoutBatch(reader: Reader, id: string): Promise<PayoutBatch> {
  const row = await selectBatches(reader).where('id', '=', id).executeTakeFirst()
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

/**
 * Returns the approved withdrawals that are in no batch, by id. Members whose withdrawals are
 * frozen are left out. In a transaction that exports, `lock` locks them until it ends.
 */
export async function listExportable(
  reader: Reader,
  now: Date,
  { lock = false }: { lock?: boolean } = {},
): Promise<Row[]> {
  const query = reader
    .withTables<WithdrawalTables>()
    .selectFrom('withdrawal')
    .selectAll()
    .where('status', '=', 'approved')
    .where('payout_batch_id', 'is', null)
    .where(
      sql<boolean>`not exists (select from member m
        where m.id = withdrawal.member_id and m.withdrawals_frozen_until > ${now})`,
    )
    .orderBy('id')

  return await (lock ? query.forUpdate() : query).execute()
}

/** Returns the cents that admins exported alone within 24 hours, as the database sums them. */
export async function sumExportedAlone(reader: Reader, now: Date): Promise<Cents> {
  const { rows } = await sql<{ sum: bigint }>`
    select sum_exported_alone(${now}) as sum`.execute(reader)

  return rows[0]?.sum ?? 0n
}

const HEADS = [
  'Reference',
  'Coin',
  'Address',
  'Coin amount',
  'Arrives, USD',
  'Member ID',
  'Approved',
  'Approved by',
]

function toCells(row: Row): string[] {
  const { fee, coin_amount: coinAmount, approved_at: approvedAt, approved_by: approvedBy } = row
  invariant(
    fee !== null && coinAmount !== null && approvedAt !== null && approvedBy !== null,
    'a withdrawal in a batch is approved',
  )

  return [
    row.id,
    row.coin,
    row.address,
    formatAmount(coinAmount, row.coin),
    formatAmount(row.amount - fee, 'USD'),
    row.member_id,
    approvedAt.toISOString(),
    approvedBy,
  ]
}

/**
 * Renders the file of a batch for the wallet that pays it. It is made only of what the approvals
 * have fixed, so the same withdrawals always give the same file.
 */
export const renderPayoutFile = (rows: readonly Row[]): string =>
  BYTE_ORDER_MARK + formatCsv([HEADS, ...rows.map(toCells)])

/** Returns the digest of a batch's file, in hex. */
export const hashPayoutFile = (rows: readonly Row[]): string =>
  createHash('sha256').update(renderPayoutFile(rows)).digest('hex')

/**
 * Returns the file of an exported batch: the same on each download. Throws `not_found` (404) and
 * `batch_cancelled` (409).
 */
export async function readPayoutFile(reader: Reader, id: string): Promise<ListFile> {
  const batch = await getPayoutBatch(reader, id)
  if (batch.cancelledAt)
    throw new DomainError(
      'batch_cancelled',
      409,
      `Batch ${batch.number} was cancelled. Its withdrawals can be exported in a new batch.`,
    )

  const rows = await reader
    .withTables<WithdrawalTables>()
    .selectFrom('withdrawal')
    .selectAll()
    .where('payout_batch_id', '=', id)
    .orderBy('id')
    .execute()
  invariant(hashPayoutFile(rows) === batch.fileSha256, 'a batch is the same file on each download')

  const name = `payouts-${batch.number}.csv`
  return new ListFile([renderPayoutFile(rows)], name, 'text/csv;charset=utf-8', rows.length)
}
