import { getPermittedRoles } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import type { App } from '#platform/app.ts'
import { hashToken } from '#platform/auth/secrets.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { limit, toCallSource } from '#platform/http/limit.ts'
import {
  failures,
  LIMITS,
  RESET_LIFE_MS,
  toRecipient,
  UNTIL_RESET,
  type Visitor,
} from '../model.ts'
import { getMember, listStaffAtWork } from '../queries.ts'
import { closeUnverifiedAccount } from '../steps/close-unverified-account.ts'
import { consumeCompromiseLink } from '../steps/consume-compromise-link.ts'
import { disableCredential, removeRecentFactors } from '../steps/disable-credential.ts'
import { endEmailChange, endResetLinks } from '../steps/end-links.ts'
import { endSessions } from '../steps/end-sessions.ts'
import { freezeWithdrawals } from '../steps/freeze-withdrawals.ts'
import { lockMember } from '../steps/lock-member.ts'
import { makePasswordLink } from '../steps/make-password-link.ts'
import { moveEmail } from '../steps/move-email.ts'
import { reportStaffCompromise } from '../steps/report-staff-compromise.ts'
import type { IdentityTables } from '../tables.ts'

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
    await notifyMember(tx, app, memberId, address, oldEmail)
    await notifyStaff(tx, app, { memberId, about, disputed: address === 'taken', at: now })

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
 * Returns the address that the mail with the link went to: from the link, or from the first change
 * after it.
 */
async function findPreviousEmail(
  tx: Tx,
  token: string,
  memberId: string,
  madeAt: Date,
): Promise<string | null> {
  const own = tx.withTables<IdentityTables>()
  const link = await own
    .selectFrom('compromise_link')
    .select('old_email')
    .where('token_digest', '=', hashToken(token))
    .executeTakeFirstOrThrow()
  if (link.old_email !== null) return link.old_email

  const change = await own
    .selectFrom('email_change')
    .select('old_email')
    .where('member_id', '=', memberId)
    .where('done_at', '>=', madeAt)
    .orderBy('done_at')
    .executeTakeFirst()

  return change?.old_email ?? null
}

type Address = 'unchanged' | 'restored' | 'taken'

/**
 * Restores the old address unless another person has verified it; an unverified account is closed.
 */
async function giveBack(
  tx: Tx,
  from: Visitor,
  memberId: string,
  oldEmail: string | null,
  now: Date,
): Promise<Address> {
  const { email } = await getMember(tx, memberId)
  if (oldEmail === null || oldEmail === email) return 'unchanged'
  await closeUnverifiedAccount(tx, from, oldEmail, now)
  return (await moveEmail(tx, memberId, oldEmail)) ? 'restored' : 'taken'
}

/**
 * Mails the member that the account is locked, with a password link. If the old address is taken,
 * the current one may be the attacker's: no mail goes there, and the staff has to help.
 */
async function notifyMember(
  tx: Tx,
  app: App,
  memberId: string,
  address: Address,
  oldEmail: string | null,
) {
  const member = await getMember(tx, memberId)
  const owner = toRecipient(member)

  if (address === 'taken')
    return await notify(tx, app, { ...owner, to: oldEmail ?? '' }, 'withdrawals-frozen', {
      byStaff: true,
    })

  const { link } = await makePasswordLink(tx, app, memberId, RESET_LIFE_MS, 'member')

  if (address === 'restored')
    await notify(tx, app, owner, 'email-restored', { email: member.email, link })
  else await notify(tx, app, owner, 'withdrawals-frozen', { byStaff: false, link })
}

type CompromiseFacts = { memberId: string; about: string; disputed: boolean; at: Date }

/** Notifies the staff who may help the member: a withdrawal or an address may need a check. */
async function notifyStaff(tx: Tx, app: App, { memberId, about, disputed, at }: CompromiseFacts) {
  const member = await getMember(tx, memberId)
  const facts = { memberId, name: member.label, about, disputed, at }
  const helpers = (await listStaffAtWork(tx)).filter(({ role }) =>
    getPermittedRoles('member.restore-access').includes(role),
  )

  for (const admin of helpers)
    await notify(tx, app, toRecipient(admin), 'member-compromised', facts)
}
