import { useQuery } from '@tanstack/react-query'
import type { Role } from '#lib/roles.ts'
import { may, type StaffAct } from '#modules/approvals/model.ts'
import { identityCalls } from './calls.tsx'

/** Whether the role of who is signed in allows an act of the staff; nothing while it isn't known. The server checks again. */
export function useMay(act: StaffAct): boolean | undefined {
  const { data } = useQuery(identityCalls.admin.queryOptions())
  return data && may(act).includes(data.data.role)
}

const WORDS: Record<Role, string> = {
  viewer: 'a viewer',
  support: 'support',
  finance: 'finance',
  owner: 'an owner',
}
const listed = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** Said where the buttons of an act would be. */
export function whoDecides(act: StaffAct): string {
  const who = listed.format(may(act).map((role) => WORDS[role]))
  return `Your role may read this. ${who.charAt(0).toUpperCase()}${who.slice(1)} decides.`
}
