import { sql } from 'kysely'
import type { Reader } from '#platform/db/db.ts'
import type { WithdrawalTables } from '../tables.ts'

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
