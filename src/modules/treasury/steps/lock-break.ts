import { createNotFoundError, DomainError } from '#lib/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { TreasuryTables } from '../tables.ts'

/**
 * Reads a break and holds it until the transaction ends. Throws a 404, or `break_resolved` (409)
 * for one that ended.
 */
export async function lockBreak(tx: Tx, id: string) {
  const found = await tx
    .withTables<TreasuryTables>()
    .selectFrom('reconciliation_break')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw createNotFoundError('This break')
  if (found.resolved_at)
    throw new DomainError('break_resolved', 409, 'This break was resolved before.')

  return found
}
