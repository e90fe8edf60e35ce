import { DomainError } from '#lib/errors.ts'
import { createId } from '#lib/ids.ts'
import type { Role } from '#lib/roles.ts'
import {
  getPermittedRoles,
  getSecondAdminThreshold,
  isMoneyRole,
  type Proposal,
} from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import type { App } from '#platform/app.ts'
import type { Reader, Tx } from '#platform/db/db.ts'
import {
  type Admin,
  INVITATION_LIFE_MS,
  normalizeEmail,
  type Staff,
  toRecipient,
} from '../model.ts'
import { getAdmin, listStaffLines } from '../queries.ts'
import type { IdentityTables } from '../tables.ts'
import { createOwnerNeededError, lockStaff, updateStaffStatus } from './lock-staff.ts'
import { makePasswordLink } from './make-password-link.ts'
import { notifyStaffChange } from './notify-staff-change.ts'

export type InviteStaff = { firstName: string; lastName: string; email: string; role: Role }
export type ChangeRole = { staffId: string; role: Role }
export type StaffChange =
  | ({ change: 'invite' } & InviteStaff)
  | ({ change: 'role' } & ChangeRole)
  | { change: 'reinstate'; staffId: string }

type MoneyRole = { id: string | null; label: string; email: string; role: Role }

/** Returns who gets which money role by the change; null when it gives none. */
export async function findMoneyRole(
  reader: Reader,
  change: StaffChange,
): Promise<MoneyRole | null> {
  if (change.change === 'invite') {
    const { firstName, lastName, email, role } = change
    const label = `${firstName.trim()} ${lastName.trim()}`
    return isMoneyRole(role) ? { id: null, label, email: normalizeEmail(email), role } : null
  }

  const admin = await getAdmin(reader, change.staffId)
  const { id, label, email, suspended } = admin
  const role = change.change === 'role' ? change.role : admin.role
  const gains =
    change.change === 'role'
      ? !suspended && role !== admin.role && !getPermittedRoles('staff.manage').includes(admin.role)
      : suspended !== null

  return gains && isMoneyRole(role) ? { id, label, email, role } : null
}

/** Returns whether another owner, who can sign in, has to approve a money role of `staffId`. */
export async function needsOtherOwner(
  reader: Reader,
  app: Pick<App, 'config' | 'clock'>,
  owner: Staff,
  staffId: string | null,
): Promise<boolean> {
  const permission = 'staff.money-role'
  if (getSecondAdminThreshold(permission, app.config.MODE) === null) return false

  return (await listStaffLines(reader, app.clock.now())).some(
    ({ id, role, suspended, invited }) =>
      getPermittedRoles(permission).includes(role) &&
      !suspended &&
      !invited &&
      id !== owner.id &&
      id !== staffId,
  )
}

/** Throws `second_admin` (409) for a money role that another owner has to approve. */
export async function assertNoOwnerNeeded(
  tx: Tx,
  app: App,
  owner: Staff,
  change: StaffChange,
): Promise<void> {
  const gain = await findMoneyRole(tx, change)
  if (gain && (await needsOtherOwner(tx, app, owner, gain.id))) throw createOwnerNeededError()
}

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
