import { createNotFoundError } from '#lib/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { WithdrawalTables } from '../tables.ts'

/**
 * Reads a withdrawal and holds it until the transaction ends, so that it is decided once. A member
 * finds only their own.
 */
export async function lockWithdrawal(tx: Tx, id: string, memberId?: string) {
  let query = tx
    .withTables<WithdrawalTables>()
    .selectFrom('withdrawal')
    .selectAll()
    .where('id', '=', id)

  if (memberId) query = query.where('member_id', '=', memberId)

  const withdrawal = await query.forUpdate().executeTakeFirst()
  if (!withdrawal) throw createNotFoundError('The withdrawal')

  return withdrawal
}
