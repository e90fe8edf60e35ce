import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import { toBatchQuery } from '#platform/db/read-batch.ts'

/**
 * Locks the money of a member until the transaction ends: one withdrawal, investment or wallet
 * change at a time reads the balance before it posts.
 */
export async function lockMemberMoney(tx: Tx, memberId: string): Promise<void> {
  await buildLock(memberId).execute(tx)
}

/**
 * Returns the lock of `lockMemberMoney` for `readBatch`. Its statement reads no balance: the
 * snapshot of the statement is older than the lock.
 */
export const selectMemberMoneyLock = (memberId: string) => toBatchQuery(buildLock(memberId), {})

const buildLock = (memberId: string): RawBuilder<{ locked: string }> => sql`
  select pg_advisory_xact_lock(hashtextextended(${`withdrawals/${memberId}`}, 0))::text as locked`
