import { record } from '#modules/audit/steps/record-audit-event.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { RESET_LIFE_MS, toRecipient, type Visitor } from '../model.ts'
import { listStaffAtWork } from '../queries.ts'
import { consumeCompromiseLink } from './consume-compromise-link.ts'
import { disableCredential, removeRecentFactors } from './disable-credential.ts'
import { endResetLinks } from './end-links.ts'
import { endSessions } from './end-sessions.ts'
import { lockStaff } from './lock-staff.ts'
import { makePasswordLink } from './make-password-link.ts'

/**
 * Processes a compromise report by a staff member: ends every session, blocks sign-in until there
 * is a new password, removes factors added since the mail, and notifies all staff. Returns whether
 * the link belonged to a staff member.
 */
export async function reportStaffCompromise(
  tx: Tx,
  app: App,
  from: Visitor,
  token: string,
): Promise<boolean> {
  const now = app.clock.now()
  const link = await consumeCompromiseLink(tx, 'staff_compromise_link', token, now)
  if (!link) return false

  const { ownerId: staffId, about, madeAt } = link
  await disableCredential(tx, staffId, now)
  await endSessions(tx, staffId, 'compromise-reported', now)

  const admin = await lockStaff(tx, staffId)
  await endResetLinks(tx, staffId, now)
  await removeRecentFactors(tx, staffId, madeAt)

  const { link: passwordLink } = await makePasswordLink(tx, app, staffId, RESET_LIFE_MS, 'staff')
  const facts = { name: admin.label, about, at: now }
  await notify(tx, app, toRecipient(admin), 'staff-compromised', {
    ...facts,
    own: true,
    link: passwordLink,
  })

  for (const one of await listStaffAtWork(tx))
    if (one.id !== staffId)
      await notify(tx, app, toRecipient(one), 'staff-compromised', { ...facts, own: false })

  await record(tx, now, from, 'staff.compromise-reported', staffId, {
    about,
    address: from.address,
  })

  return true
}
