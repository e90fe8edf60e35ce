import { hashPassword, isOutdated } from '#platform/auth/passwords.ts'
import type { Tx } from '#platform/db/db.ts'
import type { IdentityTables } from '../tables.ts'

export { assertPassword } from '../queries/password-rules.ts'

/**
 * Gives a person a password, by its hash: the one before stops working, and an alarm that was
 * raised is over.
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
 * A stronger hash of the password that was just right, where the one that is kept is of an older
 * time; else nothing.
 */
export const computeUpgradedHash = async (
  hash: string,
  password: string,
): Promise<string | null> => (isOutdated(hash) ? await hashPassword(password) : null)

/**
 * Keeps it; when the password was changed and by what it is disputed stay as they are. The
 * credential is locked.
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
