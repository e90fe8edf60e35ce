import { useQuery } from '@tanstack/react-query'
import type { Role } from '#lib/roles.ts'
import { may, mayDecide, type Permission } from '#modules/approvals/model.ts'
import { identityCalls } from './calls.tsx'

/**
 * Whether the role of who is signed in allows an act of the staff; nothing while it isn't known.
 * The server checks again.
 */
export function useMay(act: Permission): boolean | undefined {
  const { data } = useQuery(identityCalls.admin.queryOptions())
  return data && may(act).includes(data.data.role)
}

/** The name under which acts of who is signed in are written down. */
export function useOwnName(): string | undefined {
  const { data } = useQuery(identityCalls.admin.queryOptions())
  return data && `${data.data.first_name} ${data.data.last_name}`
}

const WORDS: Record<Role, string> = {
  viewer: 'a viewer',
  support: 'support',
  finance: 'finance',
  owner: 'an owner',
}
const listed = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** Said where the buttons of an act would be. */
export const describeDeciders = (act: Permission): string => readOnly(may(act))

/** Said where the buttons would be by which somebody else's proposal of an act is decided on. */
export const describeApprovers = (act: Permission): string => readOnly(mayDecide(act))

function readOnly(roles: readonly Role[]): string {
  const who = listed.format(roles.map((role) => WORDS[role]))
  return `Your role may read this. ${who.charAt(0).toUpperCase()}${who.slice(1)} decides.`
}
