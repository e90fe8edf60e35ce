import { createNotFoundError } from '#lib/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { DepositTables } from '../tables.ts'

/**
 * Locks a deposit's row until the transaction ends and returns it. Throws `not_found` (404) where
 * there is no such deposit, or none of this member.
 */
export async function lockDeposit(tx: Tx, depositId: string, memberId?: string) {
  let query = tx
    .withTables<DepositTables>()
    .selectFrom('deposit')
    .selectAll()
    .where('id', '=', depositId)

  if (memberId) query = query.where('member_id', '=', memberId)

  const deposit = await query.forUpdate().executeTakeFirst()
  if (!deposit) throw createNotFoundError('This deposit')

  return deposit
}
