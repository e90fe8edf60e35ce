import { createNotFoundError } from '#lib/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { WithdrawalTables } from '../tables.ts'

/**
 * Locks a withdrawal's row until the transaction ends and returns it. Throws `not_found` (404)
 * where there is no such withdrawal, or none of this member.
 */
export async function lockWithdrawal(tx: Tx, id: string, memberId?: string) {
  let query = tx
    .withTables<WithdrawalTables>()
    .selectFrom('withdrawal')
    .selectAll()
    .where('id', '=', id)

  if (memberId) query = query.where('member_id', '=', memberId)

  const withdrawal = await query.forUpdate().executeTakeFirst()
  if (!withdrawal) throw createNotFoundError('This withdrawal')

  return withdrawal
}
