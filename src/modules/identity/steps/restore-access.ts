import { DomainError } from '#lib/errors.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { RESET_LIFE_MS } from '../model.ts'
import { isDisputed } from '../queries/disputed.ts'
import { closeUnverifiedAccount } from './close-unverified-account.ts'
import { endEmailChange, endResetLinks } from './end-links.ts'
import { endSessions } from './end-sessions.ts'
import { lockMember } from './lock-member.ts'
import { makePasswordLink } from './make-password-link.ts'
import { moveEmail } from './move-email.ts'
import { notifyMember } from './notify-member.ts'

/**
 * The proposal that two admins approve: the member's identity was checked, and this is their
 * address.
 */
export type RestoreAccess = { memberId: string; email: string; reason: string }

/**
 * Restores a disputed account at an address of the member: disables the links to the other address,
 * and mails a password link to the new one. Withdrawals are frozen until 24 hours after its use.
 * Throws `not_disputed` and `email_taken` (409).
 */
export async function restoreAccess(
  tx: Tx,
  app: App,
  by: Actor,
  input: RestoreAccess,
): Promise<void> {
  const { memberId, email, reason } = input
  const now = app.clock.now()
  const member = await lockMember(tx, memberId)
  if (!(await isDisputed(tx, member))) throw createNotDisputedError()

  await endSessions(tx, memberId, 'compromise-reported', now)
  await endEmailChange(tx, memberId, now)
  await endResetLinks(tx, memberId, now)
  await closeUnverifiedAccount(tx, by, email, now)

  if (!(await moveEmail(tx, memberId, email))) throw createEmailTakenError()

  const { link } = await makePasswordLink(tx, app, memberId, RESET_LIFE_MS, 'member')
  await notifyMember(tx, app, memberId, 'withdrawals-frozen', { byStaff: false, link })
  await record(tx, now, by, 'member.access-restored', memberId, {
    from: member.email,
    to: email,
    reason,
  })
}

/** Restores a disputed account after a second admin's approval. */
export async function carryOutRestoring(
  app: App,
  tx: Tx,
  by: Actor,
  { content }: Proposal,
): Promise<void> {
  const { memberId, email, reason } = content
  await restoreAccess(tx, app, by, {
    memberId: String(memberId),
    email: String(email),
    reason: String(reason),
  })
}

/** Returns the error for an account that isn't disputed. */
export const createNotDisputedError = () =>
  new DomainError(
    'not_disputed',
    409,
    'This account was not reported as compromised, or its email address was already restored.',
  )

const createEmailTakenError = () =>
  new DomainError(
    'email_taken',
    409,
    'Another member uses this email address. Ask the member for a different one.',
    'email',
  )
