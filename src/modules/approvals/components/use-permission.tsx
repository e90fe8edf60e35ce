import { useSignedInStaff } from '#app-ui/signed-in-staff.tsx'
import type { Role } from '#lib/roles.ts'
import { getDecidingRoles, getPermittedRoles, type Permission } from '../model.ts'

/**
 * Returns whether the role of the signed-in staff member has the permission; undefined until the
 * role has loaded. The server checks again.
 */
export function usePermission(permission: Permission): boolean | undefined {
  const staff = useSignedInStaff()
  return staff && getPermittedRoles(permission).includes(staff.role)
}

const ROLE_LABELS: Record<Role, string> = {
  viewer: 'a viewer',
  support: 'support',
  finance: 'finance',
  owner: 'an owner',
}
const disjunction = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** Returns the sentence that replaces the buttons for a role without the permission. */
export const describeDeciders = (permission: Permission): string =>
  describeReadOnly(getPermittedRoles(permission))

/** Returns the sentence that replaces the buttons for a role that can't decide on a proposal. */
export const describeApprovers = (permission: Permission): string =>
  describeReadOnly(getDecidingRoles(permission))

function describeReadOnly(roles: readonly Role[]): string {
  const deciders = disjunction.format(roles.map((role) => ROLE_LABELS[role]))
  return `View only. Only ${deciders} can do this.`
}
