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
 * Locks a person's credential and returns whether the password is still the one checked before the
 * transaction, without a compromise report since.
 */
export async function lockCredential(
  tx: Tx,
  personId: string,
  checkedHash: string,
): Promise<boolean> {
  return (await lockCredentialRow(tx, personId))?.password_hash === checkedHash
}

/**
 * Locks a person's credential where no password is shown, and returns whether it is unchanged since
 * an instant; without one, always.
 */
export async function lockUnchangedCredential(
  tx: Tx,
  personId: string,
  since?: Date,
): Promise<boolean> {
  const row = await lockCredentialRow(tx, personId)
  return row !== undefined && (!since || row.changed_at <= since)
}
