import { record } from '#modules/audit/steps/record-audit-event.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import type { App } from '#platform/app.ts'
import { hashPassword, isCorrectPassword } from '#platform/auth/passwords.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { limit, resetLimit } from '#platform/http/limit.ts'
import { failures, LIMITS, type Person, toRecipient } from '../model.ts'
import { findPasswordHash } from '../queries.ts'
import { createPersonCompromiseLink } from '../steps/create-compromise-link.ts'
import { endSessions } from '../steps/end-sessions.ts'
import { lockCredential } from '../steps/lock-credential.ts'
import { assertPassword, setPassword } from '../steps/set-password.ts'

export type ChangePassword = { currentPassword: string; newPassword: string; sessionId: string }

/**
 * Changes the password of a member or a staff member if the current one is right. Ends all their
 * other sessions, mails them and returns the id of the audit event.
 */
export async function changePassword(
  app: App,
  person: Person,
  input: ChangePassword,
): Promise<string> {
  await limit(app, 'change-password', person.id, LIMITS.changePassword)

  const hash = await findPasswordHash(app.db, person.id)
  if (!hash || !(await isCorrectPassword(hash, input.currentPassword)))
    throw failures.wrongPassword()

  assertPassword(input.newPassword, 'new_password', person)

  const passwordHash = await hashPassword(input.newPassword)
  // before the commit: nothing may fail after it
  await resetLimit(app, 'change-password', person.id)
  return await runInTransaction(app.db, async (tx) => {
    const now = app.clock.now()
    if (!(await lockCredential(tx, person.id, hash))) throw failures.wrongPassword()

    await setPassword(tx, person.id, passwordHash, now)
    await endSessions(tx, person.id, 'password-change', now, input.sessionId)

    const staff = person.kind === 'admin'
    const link = await createPersonCompromiseLink(tx, app, person, 'password-changed')
    const facts = { reset: false, frozen: false, staff, at: now, link }
    await notify(tx, app, toRecipient(person), 'password-changed', facts)

    return await record(tx, now, person, 'password.changed', person.id)
  })
}
