import type { Role } from '#lib/roles.ts'
import { Tag, type Tone } from '#ui/status/tag.tsx'
import type { StaffMember } from './calls.tsx'

/** The roles with a summary of their permissions. */
export const ROLE_OPTIONS: readonly { value: Role; label: string }[] = [
  { value: 'viewer', label: 'Viewer: read-only access' },
  { value: 'support', label: 'Support: members, messages, testimonials' },
  { value: 'finance', label: 'Finance: deposits, withdrawals, income, ledger' },
  { value: 'owner', label: 'Owner: full access, including staff and settings' },
]

const ROLES: Record<Role, string> = {
  viewer: 'Viewer',
  support: 'Support',
  finance: 'Finance',
  owner: 'Owner',
}
export const formatRole = (role: Role) => ROLES[role]

const STATES: Record<StaffMember['state'], [Tone, string]> = {
  active: ['ok', 'Active'],
  invited: ['wait', 'Invited'],
  suspended: ['bad', 'Suspended'],
}
export const formatStaffState = (state: StaffMember['state']) => STATES[state][1]

export function StaffTag({ state }: { state: StaffMember['state'] }) {
  const [tone, text] = STATES[state]
  return <Tag tone={tone}>{text}</Tag>
}

export const formatStaffName = ({
  firstName,
  lastName,
}: Pick<StaffMember, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`
