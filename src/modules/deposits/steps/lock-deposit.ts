import { createNotFoundError } from '#lib/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { DepositTables } from '../tables.ts'

/**
 * Reads a deposit and holds it until the transaction ends, so that it is decided once. A member
 * finds only their own.
 */
export async function lockDeposit(tx: Tx, depositId: string, memberId?: string) {
  let query = tx
    .withTables<DepositTables>()
    .selectFrom('deposit')
    .selectAll()
    .where('id', '=', depositId)

  if (memberId) query = query.where('member_id', '=', memberId)

  const deposit = await query.forUpdate().executeTakeFirst()
  if (!deposit) throw createNotFoundError('The deposit')

  return deposit
}
