import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import type { Receipt } from '../model.ts'
import { throwRejection } from './post.ts'

/**
 * Records a receipt and returns its id: the given one or, when the output was recorded before,
 * the earlier one. Throws `receipt_conflict` (409) when it was recorded with another amount.
 */
export async function recordReceipt(tx: Tx, receipt: Receipt): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select ledger.record_receipt(${receipt.id}, ${receipt.source}, ${receipt.reference},
    ${receipt.outputIndex},
      ${receipt.currency}, ${receipt.amount.toString()}::bigint, ${receipt.arrivedAt},
      ${receipt.recordedBy}) as id`
    .execute(tx)
    .catch(throwRejection)

  return rows[0]?.id ?? receipt.id
}
