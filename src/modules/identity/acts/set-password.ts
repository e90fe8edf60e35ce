import type { Tx } from '#platform/db.ts'
import type { IdentityTables } from '../tables.ts'

export { assertPassword } from '../queries/password-rules.ts'

/** Gives a person a password, by its hash: the one before stops working, and an alarm that was raised is over. */
export async function setPassword(tx: Tx, personId: string, passwordHash: string, now: Date): Promise<void> {
  const next = { password_hash: passwordHash, changed_at: now, reported_at: null }
  await tx
    .withTables<IdentityTables>()
    .insertInto('credential')
    .values({ person_id: personId, ...next })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(next))
    .execute()
}
