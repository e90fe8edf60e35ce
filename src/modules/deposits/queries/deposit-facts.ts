import type { Cents } from '#lib/money.ts'
import type { Reader } from '#platform/db/db.ts'
import type { DepositTables } from '../tables.ts'

/**
 * Returns the member, the time and the amount of deposits by id: what was credited, or else what
 * was quoted.
 */
export async function listDepositFacts(
  reader: Reader,
  ids: readonly string[],
): Promise<{ id: string; memberId: string; amount: Cents; createdAt: Date }[]> {
  if (ids.length === 0) return []

  return await reader
    .withTables<DepositTables>()
    .selectFrom('deposit')
    .select(({ fn }) => [
      'id',
      'member_id as memberId',
      'created_at as createdAt',
      fn.coalesce('credited', 'amount').as('amount'),
    ])
    .where('id', 'in', [...ids])
    .execute()
}
