import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { limit, toCallSource } from '#platform/http/limit.ts'
import { failures, LIMITS, UNTIL_RESET, type Visitor } from '../model.ts'
import { getMember } from '../queries.ts'
import { closeUnverifiedAccount } from '../steps/close-unverified-account.ts'
import { consumeCompromiseLink } from '../steps/consume-compromise-link.ts'
import { disableCredential, removeRecentFactors } from '../steps/disable-credential.ts'
import { endEmailChange, endResetLinks } from '../steps/end-links.ts'
import { endSessions } from '../steps/end-sessions.ts'
import { findPreviousEmail } from '../steps/find-previous-email.ts'
import { freezeWithdrawals } from '../steps/freeze-withdrawals.ts'
import { lockMember } from '../steps/lock-member.ts'
import { moveEmail } from '../steps/move-email.ts'
import {
  type AddressAfterReport,
  notifyCompromisedMember,
  notifyStaffOfCompromise,
} from '../steps/notify-of-compromise.ts'
import { reportStaffCompromise } from '../steps/report-staff-compromise.ts'

/** The outcome of a report: whose access is blocked, and whether the old address was restored. */
export type CompromiseResult = { kind: 'member' | 'admin'; restored: boolean }

/**
 * Processes a compromise report ("This wasn't me") by the link of a mail, once. Ends every session,
 * blocks every sign-in method, freezes withdrawals until there is a new password, and notifies the
 * staff. Ends an open change of address, reverts a completed one, removes the factors that were
 * added since the mail, and mails the owner a password link. If another person has the address by
 * now, no link is sent until the staff has helped. Links of later mails are used up too, so that an
 * attacker cannot use them. A report by a staff member does the same for staff access.
 */
export async function reportCompromise(
  app: App,
  from: Visitor,
  { token }: { token: string },
): Promise<CompromiseResult> {
  await limit(app, 'report-compromise', toCallSource(from.address), LIMITS.compromiseReport)

  const { memberId, restored } = await runInTransaction(app.db, async (tx) => {
    const now = app.clock.now()
    const link = await consumeCompromiseLink(tx, 'compromise_link', token, now)
    if (!link && (await reportStaffCompromise(tx, app, from, token)))
      return { memberId: null, restored: false }
    if (!link) throw failures.link()

    const { ownerId: memberId, about, madeAt } = link
    await disableCredential(tx, memberId, now)
    await endSessions(tx, memberId, 'compromise-reported', now)
    await lockMember(tx, memberId)
    await endEmailChange(tx, memberId, now)
    await endResetLinks(tx, memberId, now)
    await freezeWithdrawals(tx, memberId, now, UNTIL_RESET)
    await removeRecentFactors(tx, memberId, madeAt)

    const oldEmail = await findPreviousEmail(tx, token, memberId, madeAt)
    const address = await giveBack(tx, from, memberId, oldEmail, now)
    await notifyCompromisedMember(tx, app, memberId, address, oldEmail)
    await notifyStaffOfCompromise(tx, app, {
      memberId,
      about,
      disputed: address === 'taken',
      at: now,
    })

    const restored = address === 'restored'
    await record(tx, now, from, 'member.compromise-reported', memberId, {
      about,
      restored,
      address: from.address,
      ...(address === 'taken' && { taken: oldEmail }),
    })

    return { memberId, restored }
  })
  if (memberId === null) return { kind: 'admin', restored }

  app.events.publish(toMemberAudience(memberId), 'profile')

  return { kind: 'member', restored }
}

/**
 * Restores the old address unless another person has verified it; an unverified account is closed.
 */
async function giveBack(
  tx: Tx,
  from: Visitor,
  memberId: string,
  oldEmail: string | null,
  now: Date,
): Promise<AddressAfterReport> {
  const { email } = await getMember(tx, memberId)
  if (oldEmail === null || oldEmail === email) return 'unchanged'
  await closeUnverifiedAccount(tx, from, oldEmail, now)
  return (await moveEmail(tx, memberId, oldEmail)) ? 'restored' : 'taken'
}
