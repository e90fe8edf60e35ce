import { createNotFoundError } from '#lib/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { DepositTables } from '../tables.ts'

/** Locks a payment's row until the transaction ends. Throws `not_found` (404). */
export async function lockUnmatched(tx: Tx, paymentId: string) {
  const row = await tx
    .withTables<DepositTables>()
    .selectFrom('deposit_payment')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw createNotFoundError('This payment')

  return row
}
