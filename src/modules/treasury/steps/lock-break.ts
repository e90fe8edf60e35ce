import { createNotFoundError, DomainError } from '#lib/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { TreasuryTables } from '../tables.ts'

/**
 * Reads a break and locks it until the transaction ends. Throws `not_found` (404), or
 * `break_resolved` (409) for a resolved break.
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
    throw new DomainError('break_resolved', 409, 'This break is already resolved.')

  return found
}
