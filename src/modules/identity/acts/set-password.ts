import type { Tx } from '#platform/db.ts'
import { isCommonPassword } from '#platform/passwords.ts'
import { failures, PASSWORD_MAX, PASSWORD_MIN } from '../model.ts'
import type { IdentityTables } from '../tables.ts'

type Owner = { firstName: string; lastName: string; email: string }

/** Refuses a new password that is too short, too long, common, or the person's own name or address. */
export function assertPassword(password: string, field: string, owner: Owner): void {
  const { length } = [...password]
  if (length < PASSWORD_MIN || length > PASSWORD_MAX) throw failures.passwordLength(field)
  const { firstName, lastName, email } = owner
  const own = [
    email,
    email.split('@')[0] ?? '',
    firstName,
    lastName,
    firstName + lastName,
    lastName + firstName,
  ]
  const spaced = [`${firstName} ${lastName}`, `${firstName}.${lastName}`, `${firstName}-${lastName}`]
  if (isCommonPassword(password, [...own, ...spaced])) throw failures.commonPassword(field)
}

/** Gives a person a password, by its hash: the one before stops working, and what was reported before is over. */
export async function setPassword(tx: Tx, personId: string, passwordHash: string, now: Date): Promise<void> {
  const next = { password_hash: passwordHash, changed_at: now, reported_at: null }
  await tx
    .withTables<IdentityTables>()
    .insertInto('credential')
    .values({ person_id: personId, ...next })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(next))
    .execute()
}
