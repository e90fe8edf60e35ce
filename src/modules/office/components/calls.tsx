import { callsOf } from '#platform/client/calls.ts'
import type { officeContract } from '../contract.ts'

export const officeCalls = callsOf<typeof officeContract>('office')

/** A member in the staff's list. */
export type UserLine = Awaited<ReturnType<typeof officeCalls.users.call>>['data']['users'][number]

/** A member with everything the staff sees of them. */
export type UserDetails = Awaited<ReturnType<typeof officeCalls.user.call>>['data']

/** Something proposed in the staff's list, and one with the rows that it will post. */
export type ProposalLine = Awaited<ReturnType<typeof officeCalls.approvals.call>>['data'][number]
export type WholeProposal = Awaited<ReturnType<typeof officeCalls.approval.call>>['data']
