import type { Tx } from '#platform/db/db.ts'
import type { IdentityTables } from '../tables.ts'

/** Disables every password link of a person. */
export async function endResetLinks(tx: Tx, personId: string, now: Date): Promise<void> {
  await tx
    .withTables<IdentityTables>()
    .updateTable('reset_token')
    .set({ used_at: now })
    .where('person_id', '=', personId)
    .where('used_at', 'is', null)
    .execute()
}

/** Ends an unconfirmed change of address. Returns whether there was one. */
export async function endEmailChange(tx: Tx, memberId: string, now: Date): Promise<boolean> {
  const ended = await tx
    .withTables<IdentityTables>()
    .updateTable('email_change')
    .set({ ended_at: now })
    .where('member_id', '=', memberId)
    .where('done_at', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst()

  return ended.numUpdatedRows > 0n
}
