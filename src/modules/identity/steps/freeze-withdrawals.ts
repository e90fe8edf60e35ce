import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import { RESET_FREEZE_MS } from '../model.ts'
import type { IdentityTables } from '../tables.ts'

/**
 * Freezes a member's withdrawals for 24 hours, or until the given instant; a longer freeze stays.
 */
export async function freezeWithdrawals(
  tx: Tx,
  memberId: string,
  now: Date,
  until = new Date(now.getTime() + RESET_FREEZE_MS),
): Promise<void> {
  await tx
    .withTables<IdentityTables>()
    .updateTable('member')
    .set({
      withdrawals_frozen_until: sql<Date>`greatest(withdrawals_frozen_until,
        ${until}::timestamptz)`,
    })
    .where('id', '=', memberId)
    .execute()
}

/**
 * Freezes withdrawals for 24 hours after a password reset, also when they were frozen until the
 * reset.
 */
export async function freezeAfterReset(tx: Tx, memberId: string, now: Date): Promise<void> {
  await tx
    .withTables<IdentityTables>()
    .updateTable('member')
    .set({ withdrawals_frozen_until: new Date(now.getTime() + RESET_FREEZE_MS) })
    .where('id', '=', memberId)
    .execute()
}
