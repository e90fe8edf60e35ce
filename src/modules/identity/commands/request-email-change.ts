import { createId } from '#lib/ids.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import type { App } from '#platform/app.ts'
import { createToken, hashToken } from '#platform/auth/secrets.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { limit } from '#platform/http/limit.ts'
import {
  assertActive,
  EMAIL_CHANGE_LIFE_MS,
  failures,
  LIMITS,
  type Member,
  normalizeEmail,
  toRecipient,
} from '../model.ts'
import { findMemberByEmail } from '../queries.ts'
import { assertOwnPassword } from '../steps/assert-own-password.ts'
import { createCompromiseLink } from '../steps/create-compromise-link.ts'
import { endEmailChange } from '../steps/end-links.ts'
import { lockUnchangedCredential } from '../steps/lock-credential.ts'
import { lockMember } from '../steps/lock-member.ts'
import type { IdentityTables } from '../tables.ts'

export type RequestEmailChange = { email: string; password: string }

/**
 * Mails the new address a link that makes the change, and the current one a link that stops it; a
 * new request replaces an open one. Whether another person has the new address is not revealed: the
 * same is returned and stored, and the owner of the address is mailed.
 */
export async function requestEmailChange(
  app: App,
  member: Member,
  { email, password }: RequestEmailChange,
): Promise<void> {
  assertActive(member)

  const newEmail = normalizeEmail(email)
  if (newEmail === member.email) throw failures.sameEmail()

  await limit(app, 'email-change', member.id, LIMITS.emailChange)
  await assertOwnPassword(app, member, password)
  await runInTransaction(app.db, async (tx) => {
    const now = app.clock.now()
    // a compromise report came first
    if (!(await lockUnchangedCredential(tx, member.id))) throw failures.wrongPassword('password')

    const present = await lockMember(tx, member.id)
    await endEmailChange(tx, member.id, now)
    await createEmailChange(tx, app, present, newEmail)

    const link = await createCompromiseLink(tx, app, {
      memberId: member.id,
      about: 'email-change-requested',
      oldEmail: present.email,
    })

    await notify(tx, app, toRecipient(present), 'email-change-requested', { newEmail, link })
    await record(tx, now, present, 'member.email-change-requested', member.id, { to: newEmail })
  })

  app.events.publish(toMemberAudience(member.id), 'profile')
}

async function createEmailChange(tx: Tx, app: App, member: Member, newEmail: string) {
  const now = app.clock.now()
  const owner = await findMemberByEmail(tx, newEmail)
  const token = createToken()

  await tx
    .withTables<IdentityTables>()
    .insertInto('email_change')
    .values({
      id: createId('emc'),
      member_id: member.id,
      old_email: member.email,
      new_email: newEmail,
      token_digest: owner ? null : hashToken(token),
      requested_at: now,
      expires_at: new Date(now.getTime() + EMAIL_CHANGE_LIFE_MS),
      done_at: null,
      ended_at: null,
    })
    .execute()

  if (owner) await notify(tx, app, toRecipient(owner), 'address-claimed', {})
  else
    await notify(tx, app, { ...toRecipient(member), to: newEmail }, 'confirm-new-email', {
      link: `${app.config.PUBLIC_URL}/confirm-email/${token}`,
    })
}
