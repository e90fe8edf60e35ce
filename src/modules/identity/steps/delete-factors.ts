import type { Tx } from '#platform/db/db.ts'
import type { IdentityTables } from '../tables.ts'

/**
 * Takes every second factor and passkey of a person away, and their recovery codes: the password
 * alone is left.
 */
export async function deleteFactors(tx: Tx, personId: string): Promise<void> {
  const own = tx.withTables<IdentityTables>()
  await own.deleteFrom('authenticator').where('person_id', '=', personId).execute()
  await own.deleteFrom('passkey').where('person_id', '=', personId).execute()
  await own.deleteFrom('recovery_code').where('person_id', '=', personId).execute()
  await own.deleteFrom('log_in_ticket').where('person_id', '=', personId).execute()
}
