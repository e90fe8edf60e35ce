import { record } from '#modules/audit/steps/record-audit-event.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import type { App } from '#platform/app.ts'
import { hashToken } from '#platform/auth/secrets.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { limit, toCallSource } from '#platform/http/limit.ts'
import { assertActive, failures, LIMITS, toRecipient, type Visitor } from '../model.ts'
import { getMember } from '../queries.ts'
import { createCompromiseLink } from '../steps/create-compromise-link.ts'
import { endResetLinks } from '../steps/end-links.ts'
import { freezeWithdrawals } from '../steps/freeze-withdrawals.ts'
import { moveEmail } from '../steps/move-email.ts'
import type { IdentityTables } from '../tables.ts'

/**
 * Changes a member's address by the link that was mailed to the new one, once. Mails the old
 * address a link that restores the account, disables password links sent to it, and freezes
 * withdrawals for 24 hours.
 */
export async function changeEmail(
  app: App,
  from: Visitor,
  { token }: { token: string },
): Promise<void> {
  await limit(app, 'verify-from', toCallSource(from.address), LIMITS.verifyFrom)

  const memberId = await runInTransaction(app.db, async (tx) => {
    const now = app.clock.now()
    const { id, memberId, newEmail } = await lockEmailChange(tx, app, token)
    const before = await getMember(tx, memberId)

    assertActive(before)
    if (!(await moveEmail(tx, memberId, newEmail))) throw failures.link()

    const changes = tx.withTables<IdentityTables>().updateTable('email_change')
    await changes.set({ done_at: now }).where('id', '=', id).execute()
    await endResetLinks(tx, memberId, now)
    await freezeWithdrawals(tx, memberId, now)

    const link = await createCompromiseLink(tx, app, {
      memberId,
      about: 'email-changed',
      oldEmail: before.email,
    })

    await notify(tx, app, toRecipient(before), 'email-changed', { newEmail, link })
    await record(tx, now, before, 'member.email-changed', memberId, {
      from: before.email,
      to: newEmail,
    })

    return memberId
  })

  app.events.publish(toMemberAudience(memberId), 'profile')
}

/** Locks the change of address of a link: of two concurrent uses, the second finds it used. */
async function lockEmailChange(tx: Tx, app: App, token: string) {
  const live = await tx
    .withTables<IdentityTables>()
    .selectFrom('email_change')
    .select(['id', 'member_id as memberId', 'new_email as newEmail'])
    .where('token_digest', '=', hashToken(token))
    .where('done_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', app.clock.now())
    .forUpdate()
    .executeTakeFirst()
  if (!live) throw failures.link()

  return live
}
