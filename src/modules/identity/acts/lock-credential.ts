import type { Tx } from '#platform/db.ts'
import type { IdentityTables } from '../tables.ts'

/** Locks a person's credential and says whether the password is still the one that was checked before the transaction. */
export async function lockCredential(tx: Tx, personId: string, checkedHash: string): Promise<boolean> {
  const row = await tx
    .withTables<IdentityTables>()
    .selectFrom('credential')
    .select('password_hash')
    .where('person_id', '=', personId)
    .forUpdate()
    .executeTakeFirst()
  return row?.password_hash === checkedHash
}
