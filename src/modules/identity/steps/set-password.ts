import { hashPassword, isOutdated } from '#platform/auth/passwords.ts'
import type { Tx } from '#platform/db/db.ts'
import type { IdentityTables } from '../tables.ts'

export { assertPassword } from '../queries/password-rules.ts'

/**
 * Sets the password hash of a person: the previous password stops working, and a compromise report
 * is resolved.
 */
export async function setPassword(
  tx: Tx,
  personId: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  const next = { password_hash: passwordHash, changed_at: now, reported_at: null }
  await tx
    .withTables<IdentityTables>()
    .insertInto('credential')
    .values({ person_id: personId, ...next })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(next))
    .execute()
}

/**
 * Returns a stronger hash of a verified password if the stored one uses older parameters; else
 * undefined.
 */
export const computeUpgradedHash = async (
  hash: string,
  password: string,
): Promise<string | null> => (isOutdated(hash) ? await hashPassword(password) : null)

/**
 * Stores the stronger hash; the date of the password and a dispute stay. The credential is locked.
 */
export async function storeUpgradedHash(
  tx: Tx,
  personId: string,
  hash: string | null,
): Promise<void> {
  if (hash === null) return

  await tx
    .withTables<IdentityTables>()
    .updateTable('credential')
    .set({ password_hash: hash })
    .where('person_id', '=', personId)
    .execute()
}
