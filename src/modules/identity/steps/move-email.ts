import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import type { IdentityTables } from '../tables.ts'

/**
 * Changes a member's address unless it is taken; returns whether it did. Of two concurrent changes,
 * one waits for the other.
 */
export async function moveEmail(tx: Tx, memberId: string, email: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`email/${email}`}, 0))`.execute(tx)

  const tables = tx.withTables<IdentityTables>()
  const owner = await tables
    .selectFrom('member')
    .select('id')
    .where('email', '=', email)
    .where('id', '!=', memberId)
    .executeTakeFirst()
  if (owner) return false

  await tables
    .updateTable('member')
    .set((is) => ({ email, profile_version: is('profile_version', '+', 1) }))
    .where('id', '=', memberId)
    .execute()

  return true
}
