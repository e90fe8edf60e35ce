import type { Tx } from '#platform/db/db.ts'
import type { IdentityTables } from '../tables.ts'

const lockCredentialRow = (tx: Tx, personId: string) =>
  tx
    .withTables<IdentityTables>()
    .selectFrom('credential')
    .select(['password_hash', 'changed_at'])
    .where('person_id', '=', personId)
    .where('reported_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/**
 * Locks a person's credential and says whether the password is still the one that was checked
 * before the transaction, and nobody said meanwhile that it is in the wrong hands.
 */
export async function lockCredential(
  tx: Tx,
  personId: string,
  checkedHash: string,
): Promise<boolean> {
  return (await lockCredentialRow(tx, personId))?.password_hash === checkedHash
}

/**
 * The same where no password is shown: whether it is the one that was there at a moment; without
 * one, any.
 */
export async function lockUnchangedCredential(
  tx: Tx,
  personId: string,
  since?: Date,
): Promise<boolean> {
  const row = await lockCredentialRow(tx, personId)
  return row !== undefined && (!since || row.changed_at <= since)
}
