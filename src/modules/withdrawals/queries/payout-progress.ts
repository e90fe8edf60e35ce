import { sql } from 'kysely'
import type { Reader } from '#platform/db/db.ts'
import type { WithdrawalTables } from '../tables.ts'
import { type PayoutTransaction, selectTransactions, toTransaction } from './payout-transaction.ts'

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
