import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import { RESET_FREEZE_MS } from '../model.ts'
import type { IdentityTables } from '../tables.ts'

/**
 * Lets a member's withdrawals rest for a day from now, or until the moment given; what rests longer
 * already stays.
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

/** After a reset of the password they rest for a day, also when they rested until there was one. */
export async function freezeAfterReset(tx: Tx, memberId: string, now: Date): Promise<void> {
  await tx
    .withTables<IdentityTables>()
    .updateTable('member')
    .set({ withdrawals_frozen_until: new Date(now.getTime() + RESET_FREEZE_MS) })
    .where('id', '=', memberId)
    .execute()
}
