import type { App } from '#platform/app.ts'
import { isCorrectPassword } from '#platform/auth/passwords.ts'
import { limit, resetLimit } from '#platform/http/limit.ts'
import { failures, LIMITS, type Member } from '../model.ts'
import { findPasswordHash } from '../queries.ts'
import { lockCredential } from './lock-credential.ts'

/**
 * Holds that whoever asks for something serious knows the password; tries are counted, so call it
 * before a transaction. One that was reported to be in the wrong hands counts as wrong. Throws
 * `password_wrong` (422) at the field `password`.
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
  app.db.transaction().execute((tx) => lockCredential(tx, memberId, hash))
