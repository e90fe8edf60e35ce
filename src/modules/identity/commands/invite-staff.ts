import { DomainError } from '#lib/errors.ts'
import { createId } from '#lib/ids.ts'
import { assertName } from '#lib/person-names.ts'
import type { Role } from '#lib/roles.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import {
  type Admin,
  INVITATION_LIFE_MS,
  normalizeEmail,
  type Staff,
  toRecipient,
} from '../model.ts'
import { getAdmin } from '../queries.ts'
import { makePasswordLink } from '../steps/make-password-link.ts'
import type { IdentityTables } from '../tables.ts'

export type InviteStaff = { firstName: string; lastName: string; email: string; role: Role }

/**
 * Invites a staff member, who sets a password with a mailed link that works once, for three days.
 * Throws `admin_exists` (409) if a staff member has the address.
 */
export async function inviteStaff(app: App, owner: Staff, input: InviteStaff): Promise<Admin> {
  assertPermitted(owner, 'staff.manage')
  assertName(input.firstName.trim(), 'firstName')
  assertName(input.lastName.trim(), 'lastName')

  return await runInTransaction(app.db, async (tx) => {
    const now = app.clock.now()
    const invited = await addPerson(tx, input, now)
    const { link } = await makePasswordLink(tx, app, invited.id, INVITATION_LIFE_MS)

    await notify(tx, app, toRecipient(invited), 'staff-invited', {
      link,
      by: owner.label,
      role: input.role,
    })

    await record(tx, now, owner, 'staff.invited', invited.id, { role: input.role })

    return invited
  })
}

/** Inserts a staff member without a password, who cannot sign in until one is set. */
async function addPerson(tx: Tx, { firstName, lastName, email, role }: InviteStaff, now: Date) {
  const id = createId('adm')
  const own = tx.withTables<IdentityTables>()
  const added = await own
    .insertInto('staff')
    .values({
      id,
      first_name: firstName.trim(),
      last_name: lastName.trim(),
      email: normalizeEmail(email),
      role,
      created_at: now,
      last_sign_in_at: null,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()

  if (!added)
    throw new DomainError('admin_exists', 409, 'A staff member has this e-mail address.', 'email')

  const none = { person_id: id, password_hash: '', changed_at: now, reported_at: null }
  await own.insertInto('credential').values(none).execute()

  return await getAdmin(tx, id)
}
