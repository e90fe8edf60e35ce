import { DomainError } from '#lib/errors.ts'
import { createId } from '#lib/ids.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import {
  type Admin,
  INVITATION_LIFE_MS,
  normalizeEmail,
  type Staff,
  toRecipient,
} from '../model.ts'
import { getAdmin } from '../queries.ts'
import type { IdentityTables } from '../tables.ts'
import type { ChangeRole, InviteStaff, StaffChange } from './find-money-role.ts'
import { lockStaff, updateStaffStatus } from './lock-staff.ts'
import { makePasswordLink } from './make-password-link.ts'
import { notifyStaffChange } from './notify-staff-change.ts'

/** Carries out an approved change of a money role; the proposer is recorded as who made it. */
export async function carryOutMoneyRole(
  app: App,
  tx: Tx,
  _decider: Staff,
  { id, content, proposedBy }: Proposal,
): Promise<void> {
  const owner = await getAdmin(tx, proposedBy)
  const change = content as StaffChange

  if (change.change === 'invite') await addInvitedStaff(tx, app, owner, change, id)
  else if (change.change === 'role') await changeStaffRole(tx, app, owner, change, id)
  else await restoreStaffAccess(tx, app, owner, change, id)
}

/** Adds a staff member and mails the invitation. Throws `admin_exists` (409). */
export async function addInvitedStaff(
  tx: Tx,
  app: App,
  owner: Staff,
  { firstName, lastName, email, role }: InviteStaff,
  approvalId?: string,
): Promise<Admin> {
  const now = app.clock.now()
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
      invited_by: owner.id,
      approval_id: approvalId ?? null,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()

  if (!added)
    throw new DomainError(
      'admin_exists',
      409,
      'A staff member already uses this email address.',
      'email',
    )

  // Without a password, they cannot sign in until one is set.
  const none = { person_id: id, password_hash: '', changed_at: now, reported_at: null }
  await own.insertInto('credential').values(none).execute()

  const invited = await getAdmin(tx, id)
  const { link } = await makePasswordLink(tx, app, id, INVITATION_LIFE_MS, 'invited')
  await notify(tx, app, toRecipient(invited), 'staff-invited', { link, by: owner.label, role })
  await record(tx, now, owner, 'staff.invited', id, { role })
  await notifyStaffChange(tx, app, owner, invited, { what: 'invited', role })

  return invited
}

/** Changes the role of a staff member. Does nothing when they have it. */
export async function changeStaffRole(
  tx: Tx,
  app: App,
  owner: Staff,
  { staffId, role }: ChangeRole,
  approvalId?: string,
): Promise<void> {
  const admin = await lockStaff(tx, staffId)
  if (admin.role === role) return

  const now = app.clock.now()
  await updateStaffStatus(
    tx,
    staffId,
    { role, ...(approvalId && { approval_id: approvalId }) },
    now,
  )
  await record(tx, now, owner, 'staff.role-changed', staffId, { from: admin.role, to: role })
  await notifyStaffChange(tx, app, owner, admin, { what: 'role-changed', role })
}

/** Ends the suspension of a staff member. Does nothing without one. */
export async function restoreStaffAccess(
  tx: Tx,
  app: App,
  owner: Staff,
  { staffId }: { staffId: string },
  approvalId?: string,
): Promise<void> {
  const admin = await lockStaff(tx, staffId)
  if (!admin.suspended) return

  const now = app.clock.now()
  const approval = approvalId && { approval_id: approvalId }
  const none = { suspended_at: null, suspended_reason: null, ...approval }
  await updateStaffStatus(tx, staffId, none, now)
  await record(tx, now, owner, 'staff.reinstated', staffId)
  await notifyStaffChange(tx, app, owner, admin, { what: 'reinstated', role: admin.role })
}
