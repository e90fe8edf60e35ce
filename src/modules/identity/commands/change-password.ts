import { record } from '#modules/audit/steps/record-audit-event.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import type { App } from '#platform/app.ts'
import { hashPassword, isCorrectPassword } from '#platform/auth/passwords.ts'
import { limit, resetLimit } from '#platform/http/limit.ts'
import { failures, LIMITS, type Member, toRecipient } from '../model.ts'
import { findPasswordHash } from '../queries.ts'
import { createCompromiseLink } from '../steps/create-compromise-link.ts'
import { endSessions } from '../steps/end-sessions.ts'
import { lockCredential } from '../steps/lock-credential.ts'
import { assertPassword, setPassword } from '../steps/set-password.ts'

export type ChangePassword = { currentPassword: string; newPassword: string; sessionId: string }

/**
 * Changes a member's password if the current one is right. Ends all other sessions and mails the
 * member.
 */
export async function changePassword(
  app: App,
  member: Member,
  input: ChangePassword,
): Promise<void> {
  await limit(app, 'change-password', member.id, LIMITS.changePassword)

  const hash = await findPasswordHash(app.db, member.id)
  if (!hash || !(await isCorrectPassword(hash, input.currentPassword)))
    throw failures.wrongPassword()

  assertPassword(input.newPassword, 'new_password', member)

  const passwordHash = await hashPassword(input.newPassword)
  // before the commit: nothing may fail after it
  await resetLimit(app, 'change-password', member.id)
  await app.db.transaction().execute(async (tx) => {
    const now = app.clock.now()
    if (!(await lockCredential(tx, member.id, hash))) throw failures.wrongPassword()

    await setPassword(tx, member.id, passwordHash, now)
    await endSessions(tx, member.id, 'password-change', now, input.sessionId)

    const link = await createCompromiseLink(tx, app, {
      memberId: member.id,
      about: 'password-changed',
    })
    const facts = { reset: false, frozen: false, staff: false, at: now, link }
    await notify(tx, app, toRecipient(member), 'password-changed', facts)
    await record(tx, now, member, 'password.changed', member.id)
  })
}
