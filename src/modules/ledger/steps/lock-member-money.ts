import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'

/**
 * Locks the money of a member until the transaction ends: one withdrawal, investment or wallet
 * change at a time reads the balance before it posts.
 */
export async function lockMemberMoney(tx: Tx, memberId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`withdrawals/${memberId}`},
    0))`.execute(tx)
}
