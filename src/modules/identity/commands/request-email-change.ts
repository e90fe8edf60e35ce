import { newId } from '#lib/ids.ts'
import { record } from '#modules/audit/acts/record-act.ts'
import { notify } from '#modules/notifications/acts/queue-mail.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'
import { audienceOf } from '#platform/events.ts'
import { limit } from '#platform/http-limit.ts'
import { newToken, tokenDigest } from '#platform/secrets.ts'
import { inTransaction } from '#platform/transaction.ts'
import { assertOwnPassword } from '../acts/assert-own-password.ts'
import { endEmailChange } from '../acts/end-links.ts'
import { lockCredentialSince } from '../acts/lock-credential.ts'
import { lockMember } from '../acts/lock-member.ts'
import { makeAlarmLink } from '../acts/make-alarm-link.ts'
import {
  assertActive,
  EMAIL_CHANGE_LIFE_MS,
  emailKey,
  failures,
  LIMITS,
  type Member,
  recipientOf,
} from '../model.ts'
import { findMemberByEmail } from '../queries.ts'
import type { IdentityTables } from '../tables.ts'

export type RequestEmailChange = { email: string; password: string }

/**
 * Mails the new address a link that makes the change, and the present one a link that stops it; one
 * change at a time. Whether somebody has the new address already isn't told: the same is answered
 * and kept, and its owner gets a mail.
 */
export async function requestEmailChange(
  app: App,
  member: Member,
  { email, password }: RequestEmailChange,
): Promise<void> {
  assertActive(member)

  const wanted = emailKey(email)
  if (wanted === member.email) throw failures.sameEmail()

  await limit(app, 'email-change', member.id, LIMITS.emailChange)
  await assertOwnPassword(app, member, password)
  await inTransaction(app.db, async (tx) => {
    const now = app.clock.now()
    // an alarm came first
    if (!(await lockCredentialSince(tx, member.id))) throw failures.wrongPassword('password')

    const present = await lockMember(tx, member.id)
    await endEmailChange(tx, member.id, now)
    await mailNewAddress(tx, app, present, wanted)

    const link = await makeAlarmLink(tx, app, {
      memberId: member.id,
      about: 'email-change-asked',
      oldEmail: present.email,
    })

    await notify(tx, app, recipientOf(present), 'email-change-asked', { newEmail: wanted, link })
    await record(tx, now, present, 'member.email-change-asked', member.id, { to: wanted })
  })

  app.events.publish(audienceOf(member.id), 'profile')
}

async function mailNewAddress(tx: Tx, app: App, member: Member, wanted: string) {
  const now = app.clock.now()
  const owner = await findMemberByEmail(tx, wanted)
  const token = newToken()

  await tx
    .withTables<IdentityTables>()
    .insertInto('email_change')
    .values({
      id: newId('emc'),
      member_id: member.id,
      old_email: member.email,
      new_email: wanted,
      token_digest: owner ? null : tokenDigest(token),
      asked_at: now,
      expires_at: new Date(now.getTime() + EMAIL_CHANGE_LIFE_MS),
      done_at: null,
      ended_at: null,
    })
    .execute()

  if (owner) await notify(tx, app, recipientOf(owner), 'address-wanted')
  else
    await notify(tx, app, { ...recipientOf(member), to: wanted }, 'confirm-new-email', {
      link: `${app.config.PUBLIC_URL}/confirm-email/${token}`,
    })
}
