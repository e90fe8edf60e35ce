import { sql } from 'kysely'
import type { Tx } from '#platform/db.ts'
import { RESET_FREEZE_MS } from '../model.ts'
import type { IdentityTables } from '../tables.ts'

/** Lets a member's withdrawals rest for a day from now; a longer rest that was there already stays. */
export async function freezeWithdrawals(tx: Tx, memberId: string, now: Date): Promise<void> {
  const until = new Date(now.getTime() + RESET_FREEZE_MS)
  await tx
    .withTables<IdentityTables>()
    .updateTable('member')
    .set({ withdrawals_frozen_until: sql<Date>`greatest(withdrawals_frozen_until, ${until}::timestamptz)` })
    .where('id', '=', memberId)
    .execute()
}
