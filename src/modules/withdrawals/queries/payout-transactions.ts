import { type Selectable, sql } from 'kysely'
import { createNotFoundError } from '#lib/errors.ts'
import type { CoinUnits } from '#lib/money.ts'
import type { Reader } from '#platform/db/db.ts'
import type { PayoutTransactionStatus } from '../model.ts'
import type { WithdrawalTables } from '../tables.ts'

/** A transaction that pays a batch, as it was built, signed, sent and observed. */
export type PayoutTransaction = {
  id: string
  batchId: string
  version: number
  status: PayoutTransactionStatus
  txid: string
  psbt: Buffer | null
  /** Satoshis for 1,000 virtual bytes. */
  feeRate: bigint | null
  fee: CoinUnits | null
  /** The outputs it spends, as `txid:index`, and their addresses. */
  inputs: readonly string[]
  inputAddresses: readonly string[]
  inputAmounts: readonly CoinUnits[]
  inputUnits: CoinUnits | null
  changeUnits: CoinUnits | null
  changeAddress: string | null
  createdAt: Date
  createdBy: { id: string; label: string }
  rawHex: string | null
  signedAt: Date | null
  signedBy: string | null
  sentAt: Date | null
  sentBy: string | null
  sentByUs: boolean | null
  seenAt: Date | null
  blockHeight: number | null
  confirmations: number | null
  /** null until it is seen, and where a block has to be final. */
  needed: number | null
  checkedAt: Date | null
  problem: string | null
  completedAt: Date | null
  /** Ethereum: what the chain shows that it cost, in gwei. */
  networkFee: CoinUnits | null
  feeRecordedAt: Date | null
}

const toTransaction = (
  row: Selectable<WithdrawalTables['payout_transaction']>,
): PayoutTransaction => ({
  id: row.id,
  batchId: row.batch_id,
  version: row.version,
  status: row.status,
  txid: row.txid,
  psbt: row.psbt,
  feeRate: row.fee_rate,
  fee: row.fee,
  inputs: row.inputs ?? [],
  inputAddresses: row.input_addresses ?? [],
  inputAmounts: (row.input_amounts ?? []).map(BigInt),
  inputUnits: row.input_units,
  changeUnits: row.change_units,
  changeAddress: row.change_address,
  createdAt: row.created_at,
  createdBy: { id: row.created_by, label: row.creator_label },
  rawHex: row.raw_hex,
  signedAt: row.signed_at,
  signedBy: row.signed_by,
  sentAt: row.sent_at,
  sentBy: row.sent_by,
  sentByUs: row.sent_by_us,
  seenAt: row.seen_at,
  blockHeight: row.block_height,
  confirmations: row.confirmations,
  needed: row.needed,
  checkedAt: row.checked_at,
  problem: row.problem,
  completedAt: row.completed_at,
  networkFee: row.network_fee,
  feeRecordedAt: row.fee_recorded_at,
})

const selectTransactions = (reader: Reader) =>
  reader.withTables<WithdrawalTables>().selectFrom('payout_transaction').selectAll()

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
 * Returns the transactions that the chain is asked about: every one that was exported and whose
 * batch is not completed. A cancelled batch's are followed for 30 days after its export.
 */
export async function listFollowedTransactions(
  reader: Reader,
  now: Date,
  batchId?: string,
): Promise<PayoutTransaction[]> {
  let query = selectTransactions(reader)
    .where('status', 'in', [
      'exported',
      'signed',
      'seen',
      'confirming',
      'dropped',
      'replaced',
      'failed',
    ])
    .where(
      sql<boolean>`exists (select from payout_batch b where b.id = payout_transaction.batch_id
        and b.status <> 'completed'
        and (b.status <> 'cancelled' or b.exported_at > ${now}::timestamptz - interval '30 days'))`,
    )
    .orderBy('created_at')
    .limit(500)

  if (batchId) query = query.where('batch_id', '=', batchId)

  return (await query.execute()).map(toTransaction)
}

/**
 * Returns the confirmations of each batch's transactions that are under way: of the one with the
 * fewest. `needed` is null where a block has to be final.
 */
export async function listProgress(
  reader: Reader,
  batchIds: readonly string[],
): Promise<ReadonlyMap<string, { count: number; needed: number | null }>> {
  const rows = await reader
    .withTables<WithdrawalTables>()
    .selectFrom('payout_transaction')
    .select(['batch_id', 'confirmations', 'needed'])
    .where(sql<boolean>`batch_id = any(${[...batchIds]}::text[])`)
    .where('status', 'in', ['seen', 'confirming'])
    .orderBy('confirmations', 'desc')
    .execute()

  return new Map(
    rows.map((row) => [row.batch_id, { count: row.confirmations ?? 0, needed: row.needed }]),
  )
}

/** The state on the chain of the unconfirmed payment of a withdrawal. */
export type SendingPayment = {
  txid: string
  seenAt: Date
  confirmations: number
  needed: number | null
}

/**
 * Returns the payments under way of withdrawals, by withdrawal: those whose batch has one
 * transaction on the chain, so that it is known which one pays them.
 */
export async function listSendingPayments(
  reader: Reader,
  withdrawalIds: readonly string[],
): Promise<ReadonlyMap<string, SendingPayment>> {
  if (withdrawalIds.length === 0) return new Map()
  const { rows } = await sql<SendingPayment & { id: string }>`
    select w.id, t.txid, t.seen_at as "seenAt", coalesce(t.confirmations, 0) as confirmations,
      t.needed
    from withdrawal w join payout_transaction t on t.batch_id = w.payout_batch_id
    where w.id = any(${[...withdrawalIds]}::text[]) and w.status = 'approved'
      and t.status in ('seen', 'confirming')
      and not exists (select from payout_transaction o where o.batch_id = t.batch_id
        and o.id <> t.id and o.status in ('seen', 'confirming'))`.execute(reader)

  return new Map(rows.map(({ id, ...payment }) => [id, payment]))
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

/** Returns the addresses that took or take change, each once, in the order of their numbers. */
export async function listChangeAddresses(reader: Reader): Promise<string[]> {
  const rows = await reader
    .withTables<WithdrawalTables>()
    .selectFrom('payout_transaction')
    .select(({ fn }) => ['change_address', fn.min('created_at').as('first')])
    .where('change_address', 'is not', null)
    .where('status', '<>', 'discarded')
    .groupBy('change_address')
    .orderBy('first')
    .execute()

  return rows.flatMap(({ change_address: address }) => address ?? [])
}

/** Returns the inputs that transactions of other open batches spend, as `txid:index`. */
export async function listReservedInputs(
  reader: Reader,
  batchId: string,
): Promise<ReadonlySet<string>> {
  const rows = await reader
    .withTables<WithdrawalTables>()
    .selectFrom('payout_transaction')
    .select('inputs')
    .where('batch_id', '<>', batchId)
    .where('inputs', 'is not', null)
    .where('status', 'not in', ['discarded', 'failed', 'completed'])
    .where(
      sql<boolean>`exists (select from payout_batch b where b.id = payout_transaction.batch_id
        and b.status <> 'cancelled')`,
    )
    .execute()

  return new Set(rows.flatMap(({ inputs }) => inputs ?? []))
}
