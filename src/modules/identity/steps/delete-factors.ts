import type { Tx } from '#platform/db/db.ts'
import type { IdentityTables } from '../tables.ts'

/** Deletes every second factor, passkey and recovery code of a person; the password remains. */
export async function deleteFactors(tx: Tx, personId: string): Promise<void> {
  const own = tx.withTables<IdentityTables>()
  await own.deleteFrom('authenticator').where('person_id', '=', personId).execute()
  await own.deleteFrom('passkey').where('person_id', '=', personId).execute()
  await own.deleteFrom('recovery_code').where('person_id', '=', personId).execute()
  await own.deleteFrom('mfa_challenge').where('person_id', '=', personId).execute()
}
