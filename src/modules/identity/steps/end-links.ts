import type { Tx } from '#platform/db/db.ts'
import type { IdentityTables } from '../tables.ts'

/** Makes every link to a new password worthless that a person was mailed. */
export async function endResetLinks(tx: Tx, personId: string, now: Date): Promise<void> {
  await tx
    .withTables<IdentityTables>()
    .updateTable('reset_token')
    .set({ used_at: now })
    .where('person_id', '=', personId)
    .where('used_at', 'is', null)
    .execute()
}

/**
 * Ends a change of address that a member asked for and hasn't confirmed. Answers whether there was
 * one.
 */
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
