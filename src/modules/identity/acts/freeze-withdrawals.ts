import { sql } from 'kysely'
import type { Tx } from '#platform/db.ts'
import { FREEZE_MS, type Person } from '../model.ts'
import type { IdentityTables } from '../tables.ts'

/** Rests a member's withdrawals for a day, or until the moment given; what rests longer already goes on resting. */
export async function freezeWithdrawals(
  tx: Tx,
  person: Pick<Person, 'kind' | 'id'>,
  now: Date,
  until = new Date(now.getTime() + FREEZE_MS),
): Promise<void> {
  if (person.kind !== 'member') return
  await tx
    .withTables<IdentityTables>()
    .updateTable('member')
    .set({ withdrawals_frozen_until: sql<Date>`greatest(withdrawals_frozen_until, ${until}::timestamptz)` })
    .where('id', '=', person.id)
    .execute()
}

/** After a reset of the password they rest for a day, also when they rested until one. */
export async function freezeAfterReset(tx: Tx, memberId: string, now: Date): Promise<void> {
  await tx
    .withTables<IdentityTables>()
    .updateTable('member')
    .set({ withdrawals_frozen_until: new Date(now.getTime() + FREEZE_MS) })
    .where('id', '=', memberId)
    .execute()
}
