import type { Role } from '#lib/roles.ts'
import { getDecidingRoles, getPermittedRoles, type Permission } from '#modules/approvals/model.ts'

/** The events about which staff are mailed, and the operation that the work waits for. */
export const STAFF_EVENTS = {
  deposit: {
    label: 'New deposits',
    text: 'A member uploaded a proof of payment.',
    permission: 'deposit.confirm',
  },
  withdrawal: {
    label: 'New withdrawals',
    text: 'A member requested a withdrawal.',
    permission: 'withdrawal.approve',
  },
  approval: {
    label: 'Approvals',
    text: 'A proposal by another admin needs your approval.',
    permission: 'proposal.decide',
  },
  expiring: {
    label: 'Approvals about to expire',
    text: 'A proposal expires in less than 12 hours.',
    permission: 'proposal.decide',
  },
} as const satisfies Record<string, { label: string; text: string; permission: Permission }>

export type StaffEvent = keyof typeof STAFF_EVENTS

export const STAFF_EVENT_NAMES = Object.keys(STAFF_EVENTS) as [StaffEvent, ...StaffEvent[]]

/** The times at which a staff member is mailed about an event. */
export const DELIVERIES = ['now', 'daily', 'off'] as const

export type Delivery = (typeof DELIVERIES)[number]

/** An item of work that a mail can be about. */
export type StaffWork = {
  event: StaffEvent
  subjectId: string
  /** The operation that it waits for. */
  permission: Permission
  /** The staff member who proposed it and can't decide on it. */
  proposedBy: string | null
  expiresAt: Date | null
}

/** Returns whether a staff member may act on an item of work. */
export function isActionable(admin: { id: string; role: Role }, work: StaffWork): boolean {
  if (work.proposedBy === admin.id) return false

  const proposed = work.event === 'approval' || work.event === 'expiring'
  const roles = proposed ? getDecidingRoles(work.permission) : getPermittedRoles(work.permission)
  return roles.includes(admin.role)
}

/** Returns the events whose work a role may act on. */
export const listEventsOfRole = (role: Role): StaffEvent[] =>
  STAFF_EVENT_NAMES.filter((event) =>
    getPermittedRoles(STAFF_EVENTS[event].permission).includes(role),
  )
