import type { Role } from '#lib/roles.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { type Staff, toRecipient } from '../model.ts'
import { listStaffAtWork } from '../queries.ts'

type Change = {
  what: 'proposed' | 'invited' | 'role-changed' | 'suspended' | 'reinstated'
  role?: Role
  reason?: string
}

/**
 * Mails all staff a change of the staff, so that no decider is made unnoticed. The invited person
 * gets an invitation instead.
 */
export async function notifyStaffChange(
  tx: Tx,
  app: App,
  by: Staff,
  about: { label: string; email: string },
  change: Change,
): Promise<void> {
  const facts = { ...change, about: about.label, email: about.email, by: by.label }
  const readers = (await listStaffAtWork(tx)).filter(
    ({ email }) => change.what !== 'invited' || email !== about.email,
  )

  for (const one of readers) await notify(tx, app, toRecipient(one), 'staff-changed', facts)
}
