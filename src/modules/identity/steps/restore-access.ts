import { DomainError } from '#lib/errors.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { isDisputed } from '../queries/disputed.ts'
import { getMember } from '../queries.ts'
import { closeUnverifiedAccount } from './close-unverified-account.ts'
import { endEmailChange, endResetLinks } from './end-links.ts'
import { endSessions } from './end-sessions.ts'
import { lockMember } from './lock-member.ts'
import { moveEmail } from './move-email.ts'
import { sendResetLink } from './send-reset-link.ts'

/**
 * What two admins agree to: who the member is was made sure of, and this is where they are reached.
 */
export type RestoreAccess = { memberId: string; email: string; reason: string }

/**
 * Gives an account whose address a report couldn't take back to the member, at an address that is
 * theirs: the links to the other are worth nothing, and the new one is mailed a link to a new
 * password. Withdrawals rest until a day after that. Throws `not_disputed` and `email_taken` (409).
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

  await endSessions(tx, memberId, 'alarm', now)
  await endEmailChange(tx, memberId, now)
  await endResetLinks(tx, memberId, now)
  await closeUnverifiedAccount(tx, by, email, now)

  if (!(await moveEmail(tx, memberId, email))) throw createEmailTakenError()

  await sendResetLink(tx, app, await getMember(tx, memberId))
  await record(tx, now, by, 'member.access-restored', memberId, {
    from: member.email,
    to: email,
    reason,
  })
}

/** The same, as a second admin has agreed to it. */
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

/** There is nobody to give it back to. */
export const createNotDisputedError = () =>
  new DomainError(
    'not_disputed',
    409,
    'Nobody has reported that this account is in the wrong hands, or its address could be ' +
      'taken back. There is nothing to give back.',
  )

const createEmailTakenError = () =>
  new DomainError(
    'email_taken',
    409,
    'Another member has verified this address. Ask for one that is theirs alone.',
    'email',
  )
