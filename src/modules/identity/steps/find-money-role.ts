import type { Role } from '#lib/roles.ts'
import {
  getPermittedRoles,
  getSecondAdminThreshold,
  isMoneyRole,
} from '#modules/approvals/model.ts'
import type { App } from '#platform/app.ts'
import type { Reader, Tx } from '#platform/db/db.ts'
import { normalizeEmail, type Staff } from '../model.ts'
import { getAdmin, listStaffLines } from '../queries.ts'
import { createOwnerNeededError } from './lock-staff.ts'

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
