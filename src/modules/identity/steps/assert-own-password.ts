import type { App } from '#platform/app.ts'
import { isCorrectPassword } from '#platform/auth/passwords.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { limit, resetLimit } from '#platform/http/limit.ts'
import { failures, LIMITS, type Member } from '../model.ts'
import { findPasswordHash } from '../queries.ts'
import { lockCredential } from './lock-credential.ts'

/**
 * Throws `password_wrong` (422) at the field `password` unless the password is right. Attempts are
 * counted, so it is called before a transaction. A password of a compromise report counts as wrong.
 */
export async function assertOwnPassword(app: App, member: Member, password: string): Promise<void> {
  await limit(app, 'own-password', member.id, LIMITS.ownPassword)
  const hash = await findPasswordHash(app.db, member.id)
  if (
    !hash ||
    !(await isCorrectPassword(hash, password)) ||
    !(await isPasswordCurrent(app, member.id, hash))
  )
    throw failures.wrongPassword('password')
  await resetLimit(app, 'own-password', member.id)
}

const isPasswordCurrent = (app: App, memberId: string, hash: string) =>
  runInTransaction(app.db, (tx) => lockCredential(tx, memberId, hash))
