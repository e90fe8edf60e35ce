import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'

/**
 * Lets one withdrawal, investment or wallet change of a member happen at a time, so that what there
 * is can be read before it is moved.
 */
export async function lockMemberMoney(tx: Tx, memberId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`withdrawals/${memberId}`},
    0))`.execute(tx)
}
