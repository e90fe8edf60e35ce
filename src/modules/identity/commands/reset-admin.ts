import { createNotFoundError, DomainError } from '#lib/errors.ts'
import { systemActor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { type Admin, INVITATION_LIFE_MS, toRecipient } from '../model.ts'
import { findAdminByEmail, listStaffAtWork } from '../queries.ts'
import { assertLastWay } from '../steps/assert-last-way.ts'
import { deleteFactors } from '../steps/delete-factors.ts'
import { stopReset } from '../steps/delete-staff-factors.ts'
import { endResetLinks } from '../steps/end-links.ts'
import { endSessions } from '../steps/end-sessions.ts'
import { lockStaff } from '../steps/lock-staff.ts'
import { makePasswordLink } from '../steps/make-password-link.ts'
import { setPassword } from '../steps/set-password.ts'

export type AccessReset = { admin: Admin; link: string; notifiedCount: number }

/**
 * Resets a staff member who lost the password and every factor, from the command line of the server
 * only. Ends sessions, removes password, factors and links, mails a link for a first password, and
 * notifies the other staff. Throws `not_found` (404), `staff_suspended`, `staff_can` and `one_hand`
 * (409).
 */
export async function resetAdmin(app: App, { email }: { email: string }): Promise<AccessReset> {
  return await runInTransaction(app.db, async (tx) => {
    const { id } = (await findAdminByEmail(tx, email)) ?? { id: null }
    if (id === null) throw createNotFoundError('A staff member with this address')

    const admin = await lockStaff(tx, id)
    if (admin.suspended) throw createSuspendedError()

    await assertLastWay(tx, app, id)

    const now = app.clock.now()
    await endSessions(tx, id, 'factor-reset', now)
    await deleteFactors(tx, id)
    await stopReset(tx, id, systemActor, now)
    await endResetLinks(tx, id, now)
    await setPassword(tx, id, '', now)

    const { link } = await makePasswordLink(tx, app, id, INVITATION_LIFE_MS, 'staff')
    const facts = { about: admin.label, role: admin.role, at: now }
    await notify(tx, app, toRecipient(admin), 'staff-access-reset', {
      ...facts,
      link,
    })

    const others = (await listStaffAtWork(tx)).filter(({ id: other }) => other !== id)
    for (const one of others) await notify(tx, app, toRecipient(one), 'staff-access-reset', facts)

    await record(tx, now, systemActor, 'staff.access-reset', id, {
      about: admin.label,
      notifiedCount: others.length,
    })

    return { admin, link, notifiedCount: others.length }
  })
}

const createSuspendedError = () =>
  new DomainError('staff_suspended', 409, 'Their access is suspended. An owner can reinstate it.')
